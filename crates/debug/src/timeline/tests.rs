//! Every way through a run is compared with one look at each of its points.

use everypath_explore::{ReplayEnd, TestCase};
use everypath_machine::MachineOptions;
use everypath_program::Local;
use everypath_program::testing::Scripted;
use proptest::prelude::*;

use super::{MOST_KEPT, Stop, Timeline};
use crate::{Stops, Watch, WatchedAccess};

/// Counts to 300 in a local; every seventh time it stores the count, every fifth it loads what was stored.
const PROGRAM: &str = "locals 32, 32, 1
     region \"word\" 0x8000 read-write 0 0 0 0
     block 0x0:
       jump 0x100
     block 0x100:
       %0 = add.32 %0, 1
       %1 = urem.32 %0, 7
       %2 = eq.32 %1, 0
       branch %2, 0x200, 0x300
     block 0x200:
       store.4.32 [0x8000 + 0], %0
       jump 0x300
     block 0x300:
       %1 = urem.32 %0, 5
       %2 = eq.32 %1, 0
       branch %2, 0x400, 0x500
     block 0x400:
       %1 = load.4.32 unsigned [0x8000 + 0]
       jump 0x500
     block 0x500:
       %2 = ult.32 %0, 300
       branch %2, 0x100, 0x600
     block 0x600:
       %2 = ult.32 %0, 300
       check assertion %2
       exit 0";

/// What is seen at a point.
#[derive(Clone, Debug, PartialEq)]
struct Seen {
    position: u64,
    locals: [Option<u64>; 3],
    word: [u8; 4],
}

fn seen(timeline: &mut Timeline<'_>) -> Seen {
    let mut word = [0; 4];
    assert_eq!(timeline.memory(0x8000, &mut word), 4);
    Seen {
        position: timeline.position().0,
        locals: [0, 1, 2].map(|local| timeline.local(Local(local))),
        word,
    }
}

fn timeline(program: &Scripted, interval: u64) -> Timeline<'_> {
    let case = TestCase::default();
    let mut timeline = Timeline::new(program, &MachineOptions::default(), &case, None);
    timeline.interval = interval;
    timeline
}

fn is_violation(stop: &Stop) -> bool {
    matches!(stop, Stop::End(ReplayEnd::Violation { .. }))
}

/// All points of the run, by single steps.
fn points(program: &Scripted) -> Vec<Seen> {
    let mut timeline = timeline(program, 10_000);
    let mut points = vec![seen(&mut timeline)];
    loop {
        match timeline.forwards(1, &Stops::default()) {
            Stop::Done => points.push(seen(&mut timeline)),
            stop => {
                assert!(is_violation(&stop), "{stop:?}");
                return points;
            }
        }
    }
}

#[test]
fn the_end_is_in_front_of_the_instruction_that_ends_the_run() {
    let program = Scripted::read(PROGRAM);
    let points = points(&program);
    let mut timeline = timeline(&program, 10_000);
    for _ in 0..2 {
        assert!(is_violation(
            &timeline.forwards(u64::MAX, &Stops::default())
        ));
        assert_eq!(timeline.time(), points.len() as u64 - 1);
        assert_eq!(seen(&mut timeline), points[points.len() - 1]);
    }
    while timeline.backwards(&Stops::default()) != Stop::Start {}
    assert_eq!(
        (timeline.time(), seen(&mut timeline)),
        (0, points[0].clone())
    );
    assert_eq!(timeline.step_back(&Stops::default()), Stop::Start);
}

#[test]
fn states_are_thinned_out_and_every_point_is_still_reached() {
    let program = Scripted::read(PROGRAM);
    let points = points(&program);
    assert!(points.len() > MOST_KEPT);
    let mut timeline = timeline(&program, 1);
    assert!(is_violation(
        &timeline.forwards(u64::MAX, &Stops::default())
    ));
    assert!(timeline.kept.len() <= MOST_KEPT && timeline.interval > 1);
    for (time, point) in points.iter().enumerate().rev() {
        timeline.go_to(time as u64);
        assert_eq!(seen(&mut timeline), *point);
    }
}

#[test]
fn memory_that_is_not_there_is_not_read() {
    let program = Scripted::read(PROGRAM);
    let timeline = timeline(&program, 10_000);
    let mut bytes = [7; 8];
    assert_eq!(timeline.memory(0x7fff, &mut bytes), 0);
    assert_eq!(timeline.memory(0x8002, &mut bytes), 2);
    assert_eq!(timeline.memory(u64::MAX, &mut bytes), 0);
}

/// The points at which a run stops that comes from below, or from above: at a place, or beside an access to memory.
fn expected(points: &[Seen], place: u64, watch: Option<WatchedAccess>, back: bool) -> Vec<u64> {
    let stores = |at: u64| (0x200..0x201).contains(&at);
    let loads = |at: u64| (0x400..0x401).contains(&at);
    let hits = |at: u64| match watch {
        None => false,
        Some(WatchedAccess::Write) => stores(at),
        Some(WatchedAccess::Read) => loads(at),
        Some(WatchedAccess::Any) => stores(at) || loads(at),
    };
    let last = points.len() - 1;
    let times = (0..points.len()).filter(|&time| {
        let accessing = if back {
            Some(time).filter(|&it| it < last)
        } else {
            time.checked_sub(1)
        };
        points[time].position == place || accessing.is_some_and(|it| hits(points[it].position))
    });
    times.map(|time| time as u64).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(24) })]
    #[test]
    fn stops_are_the_next_ones_in_both_directions(
        interval in 1u64..500,
        place in prop::sample::select(vec![0x101u64, 0x200, 0x300, 0x400, 0x600, 0x999]),
        watched in prop::sample::select(vec![
            None, Some(WatchedAccess::Write), Some(WatchedAccess::Read), Some(WatchedAccess::Any),
        ]),
        ways in prop::collection::vec((any::<bool>(), 1usize..4), 1..12),
    ) {
        let program = Scripted::read(PROGRAM);
        let points = points(&program);
        let last = points.len() as u64 - 1;
        let watch = |access| Watch { address: 0x8002, size: 1, access };
        let stops = Stops {
            places: [place].into(),
            watches: watched.map(watch).into_iter().collect(),
        };
        let [up, down] = [false, true].map(|back| expected(&points, place, watched, back));
        let mut timeline = timeline(&program, interval);
        let mut time = 0;
        for (back, count) in ways {
            for _ in 0..count {
                if back {
                    let mut stop = timeline.backwards(&stops);
                    while stop == Stop::Done {
                        stop = timeline.backwards(&stops);
                    }
                    let next = down.iter().rev().find(|&&it| it < time);
                    prop_assert_eq!(stop == Stop::Start, next.is_none());
                    time = next.copied().unwrap_or(0);
                } else {
                    let stop = timeline.forwards(u64::MAX, &stops);
                    let next = up.iter().find(|&&it| it > time);
                    prop_assert_eq!(is_violation(&stop), next.is_none(), "{:?}", stop);
                    time = next.copied().unwrap_or(last);
                }
                prop_assert_eq!(timeline.time(), time);
                prop_assert_eq!(&seen(&mut timeline), &points[time as usize]);
            }
        }
    }
}
