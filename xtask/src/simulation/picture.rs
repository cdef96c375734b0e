//! The picture in `docs/cluster.md`: the speed-up of each way of the driver, on scales of powers of ten.

use std::fmt::Write as _;

use super::recording::Recording;
use super::{WAYS, WORKERS};

/// The speed-up of each way of the driver, as a picture.
pub fn drawn(recording: &Recording, hours: f64) -> String {
    /// The corner, and how long a power of ten is.
    const LEFT: f64 = 62.0;
    const BOTTOM: f64 = 330.0;
    const DECADE: f64 = 100.0;
    let x = |workers: f64| LEFT + 1.5 * DECADE * workers.log10();
    let y = |speedup: f64| BOTTOM - DECADE * speedup.max(1.0).log10();
    let mut text = format!(
        r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 830 390" role="img" aria-labelledby="title">
<title id="title">Speed-up by the number of workers, simulated for a job of {hours} hours of one processor</title>
<style>
text {{ font: 13px sans-serif; fill: #1b1f24 }}
.number {{ text-anchor: end }}
.middle {{ text-anchor: middle }}
.grid {{ stroke: #d0d4d9; stroke-width: 1 }}
.ideal {{ fill: none; stroke: #777; stroke-width: 1.5; stroke-dasharray: 5 4 }}
.way {{ fill: none; stroke-width: 2.5 }}
</style>
<rect width="830" height="390" rx="8" fill="#ffffff"/>
"##
    );
    for power in [1.0, 10.0, 100.0, 1000.0] {
        let (across, up) = (x(power), y(power));
        let _ = writeln!(
            text,
            "<path class=\"grid\" d=\"M{across:.1},{:.1} V{BOTTOM:.1} M{LEFT:.1},{up:.1} H{:.1}\"/>\n\
             <text class=\"middle\" x=\"{across:.1}\" y=\"{:.1}\">{power}</text>\n\
             <text class=\"number\" x=\"{:.1}\" y=\"{:.1}\">{power}</text>",
            y(1000.0),
            x(1000.0),
            BOTTOM + 20.0,
            LEFT - 8.0,
            up + 4.0,
        );
    }
    let _ = writeln!(
        text,
        "<text class=\"middle\" x=\"{:.1}\" y=\"{:.1}\">workers</text>\n<text x=\"14\" y=\"20\">times as fast as one processor</text>\n\
         <path class=\"ideal\" d=\"M{:.1},{:.1} L{:.1},{:.1}\"/>",
        x(31.6),
        BOTTOM + 42.0,
        x(1.0),
        y(1.0),
        x(1000.0),
        y(1000.0),
    );
    for (index, (name, colour, policy)) in WAYS.iter().enumerate() {
        let points: Vec<String> = WORKERS
            .iter()
            .map(|&workers| {
                let speedup = recording.speedup(hours, workers, policy);
                format!("{:.1},{:.1}", x(workers as f64), y(speedup))
            })
            .collect();
        let row = 60.0 + 24.0 * index as f64;
        let _ = writeln!(
            text,
            "<path class=\"way\" stroke=\"{colour}\" d=\"M{}\"/>\n<path class=\"way\" stroke=\"{colour}\" d=\"M536,{row} h22\"/>\n<text x=\"566\" y=\"{}\">{}</text>",
            points.join(" L"),
            row + 4.0,
            name.replace('`', ""),
        );
    }
    let row = 60.0 + 24.0 * WAYS.len() as f64;
    let _ = writeln!(
        text,
        "<path class=\"ideal\" d=\"M536,{row} h22\"/>\n<text x=\"566\" y=\"{}\">as many as there are workers</text>\n</svg>",
        row + 4.0
    );
    text
}
