//! Standard input as a program would be given it: bytes, and the texts of numbers.
//!
//! Where a program asks open standard input for a number, the number is an input of its own, and a blank stands for it in the stream's
//! input. Here it gets its text. Of the many that `scanf` reads as the same number it is the one that goes on with no character but a digit,
//! and none of those follows.

use crate::Input;

/// The origins of numbers in standard input.
const NUMBERS: [&str; 3] = ["signed number", "unsigned number", "floating-point number"];
/// The input that says that a number of so many digits comes that no type can hold it; it is the last that is read.
const TOO_LARGE: &str = "stdin number is too large";

/// The input that says whether nothing follows in standard input; where something follows, the bytes tell it as well.
const ENDS: &str = "stdin ends";

/// Widths of numbers in texts are not taken for greater than this.
const MOST_PADDED: usize = 100;

/// All of standard input, by the inputs that a run read.
pub fn standard_input(inputs: &[Input]) -> Vec<u8> {
    let numbers = inputs.iter().filter_map(|input| {
        let bits = little_endian(&input.bytes);
        let text = text(&input.origin, input.element_size, bits)?;
        let offset = usize::try_from(input.stream_offset?).ok()?;
        Some((offset, text, input.text_width))
    });
    let numbers: Vec<(usize, String, Option<u64>)> = numbers.collect();
    let streams = inputs.iter().filter(|input| is_standard_input(input));
    let delivered: Vec<u8> = streams.flat_map(|input| &input.bytes).copied().collect();
    let mut all = Vec::new();
    for (offset, &byte) in delivered.iter().enumerate() {
        match numbers.iter().find(|(of_number, ..)| *of_number == offset) {
            Some((_, text, width)) => {
                let goes_on = delivered.get(offset + 1).is_some_and(u8::is_ascii_digit);
                let width = width.filter(|_| goes_on).unwrap_or(0);
                all.extend_from_slice(padded(text, width).as_bytes());
            }
            None => all.push(byte),
        }
    }
    let is_too_large = |input: &&Input| stem(input) == TOO_LARGE;
    let too_large = inputs.iter().rfind(is_too_large);
    if too_large.is_some_and(|input| input.bytes != [0]) {
        all.extend_from_slice(&[b'9'; 40]);
    }
    all
}

/// The inputs as somebody reads them: with the texts of numbers in the bytes of standard input, and without a row for each of its
/// characters that says that it goes on.
pub fn shown(inputs: &[Input]) -> Vec<Input> {
    let goes_on = |input: &&Input| stem(input) == ENDS && input.bytes == [0];
    let told = inputs.iter().filter(|input| !goes_on(input));
    let mut shown: Vec<Input> = told.cloned().collect();
    let is_number = |input: &Input| NUMBERS.contains(&input.origin.as_str());
    if inputs.iter().any(is_number)
        && let Some(stream) = shown.iter_mut().find(|input| is_standard_input(input))
    {
        stream.bytes = standard_input(inputs);
    }
    shown
}

/// The text of an integer with so many zeros in front of its digits that it has `width` characters: then a digit behind it is not read.
fn padded(text: &str, width: u64) -> String {
    let (sign, digits) = match text.strip_prefix('-') {
        Some(digits) => ("-", digits),
        None => ("", text),
    };
    let digits_wide = usize::try_from(width).unwrap_or(0).min(MOST_PADDED);
    let zeros = digits_wide.saturating_sub(text.len());
    format!("{sign}{}{digits}", "0".repeat(zeros))
}

/// Whether an input is what standard input delivers.
fn is_standard_input(input: &Input) -> bool {
    input.origin == "stream" && stem(input) == "stdin"
}

/// The name of an input without what makes it unique.
fn stem(input: &Input) -> &str {
    input.name.split('#').next().unwrap_or_default()
}

fn little_endian(bytes: &[u8]) -> u64 {
    let bytes = bytes.iter().take(8).rev();
    bytes.fold(0, |value, &byte| value << 8 | u64::from(byte))
}

/// The text of a number of 1, 2, 4 or 8 bytes, if this is the origin of one.
fn text(origin: &str, size: u32, bits: u64) -> Option<String> {
    let unused = 64 - 8 * size.clamp(1, 8);
    Some(match NUMBERS.iter().position(|&word| word == origin)? {
        0 => ((bits << unused) as i64 >> unused).to_string(),
        1 => (bits << unused >> unused).to_string(),
        _ if size <= 4 => {
            let value = f32::from_bits(bits as u32);
            named(value.into()).unwrap_or_else(|| format!("{value:e}"))
        }
        _ => {
            let value = f64::from_bits(bits);
            named(value).unwrap_or_else(|| format!("{value:e}"))
        }
    })
}

/// What has a name instead of digits.
fn named(value: f64) -> Option<String> {
    let sign = if value.is_sign_negative() { "-" } else { "" };
    let name = match (value.is_nan(), value.is_infinite()) {
        (true, _) => "nan",
        (_, true) => "infinity",
        (false, false) => return None,
    };
    Some(format!("{sign}{name}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_are_written_as_their_type_takes_them() {
        let signed = |size, bits| text(NUMBERS[0], size, bits).unwrap_or_default();
        assert_eq!(signed(4, 0xffff_ffff), "-1");
        assert_eq!(signed(8, 1 << 63), "-9223372036854775808");
        assert_eq!(signed(1, 0x80), "-128");
        let unsigned = |size, bits| text(NUMBERS[1], size, bits).unwrap_or_default();
        assert_eq!(unsigned(4, 0xffff_ffff), "4294967295");
        assert_eq!(unsigned(8, u64::MAX), "18446744073709551615");
    }

    #[test]
    fn floating_point_numbers_are_read_back_to_the_bit() {
        let float = |size, bits| text(NUMBERS[2], size, bits).unwrap_or_default();
        for value in [0.1, -0.0, 1.5e300, f64::MIN_POSITIVE / 3.0, f64::MAX] {
            let read = float(8, value.to_bits()).parse();
            assert_eq!(read.map(f64::to_bits), Ok(value.to_bits()));
        }
        for value in [0.1, 16_777_217.0, f32::MIN_POSITIVE / 3.0, f32::MAX] {
            let read = float(4, value.to_bits().into()).parse();
            assert_eq!(read.map(f32::to_bits), Ok(value.to_bits()));
        }
        assert_eq!(float(8, f64::NEG_INFINITY.to_bits()), "-infinity");
        assert_eq!(float(8, f64::NAN.to_bits()), "nan");
    }

    #[test]
    fn a_stream_that_goes_on_has_no_row_that_says_so() {
        let input = |name: &str, bytes: &[u8], origin: &str| Input {
            name: name.to_owned(),
            bytes: bytes.to_vec(),
            element_size: 1,
            origin: origin.to_owned(),
            stream_offset: None,
            text_width: None,
        };
        let inputs = [
            input("stdin", b"ab", "stream"),
            input("stdin ends", &[0], "memory"),
            input("ends", &[0], "memory"),
            input("stdin ends#2", &[0], "memory"),
            input("stdin ends#3", &[1], "memory"),
        ];
        let names: Vec<_> = shown(&inputs).into_iter().map(|it| it.name).collect();
        assert_eq!(names, ["stdin", "ends", "stdin ends#3"]);
    }

    #[test]
    fn numbers_stand_where_the_stream_has_blanks() {
        let input = |name: &str, bytes: &[u8], origin: &str, stream_offset| Input {
            name: name.to_owned(),
            bytes: bytes.to_vec(),
            element_size: bytes.len() as u32,
            origin: origin.to_owned(),
            stream_offset,
            text_width: None,
        };
        let mut inputs = vec![
            input("stdin number", &[0xfb, 0xff], NUMBERS[0], Some(0)),
            input("stdin", b"  x y", "stream", None),
            input("stdin number#2", &[12, 0, 0, 0], NUMBERS[1], Some(3)),
        ];
        assert_eq!(standard_input(&inputs), b"-5 x12y");
        let mut in_width = inputs.clone();
        in_width[0].text_width = Some(4);
        in_width[1].bytes[1] = b'7';
        assert_eq!(standard_input(&in_width), b"-0057x12y");
        inputs.push(input(TOO_LARGE, &[0], "memory", None));
        assert_eq!(standard_input(&inputs), b"-5 x12y");
        inputs.push(input(&format!("{TOO_LARGE}#2"), &[1], "memory", None));
        assert!(standard_input(&inputs).ends_with(b"y9999999999999999999999999999999999999999"));
    }
}
