//! Bytes of an input as a person reads them: signed and unsigned decimal, hexadecimal, characters.

/// The elements of an input: `element_size` bytes each, little endian. A size that does not divide the length, or that is
/// not 1, 2, 4 or 8, gives single bytes.
pub fn elements(bytes: &[u8], element_size: u32) -> (Vec<u64>, u32) {
    let size = element_size as usize;
    let fits = matches!(size, 1 | 2 | 4 | 8) && bytes.len().is_multiple_of(size);
    let size = if fits { size } else { 1 };
    let values = bytes
        .chunks(size)
        .map(|chunk| {
            chunk
                .iter()
                .rev()
                .fold(0u64, |value, &byte| value << 8 | u64::from(byte))
        })
        .collect();
    (values, size as u32)
}

/// Elements of an input that are listed in one line.
const MOST_IN_LINE: usize = 8;

/// The bytes of an input in one line: its value, its text or its first elements.
pub fn short(bytes: &[u8], element_size: u32) -> String {
    let (elements, size) = elements(bytes, element_size);
    if let [value] = elements[..] {
        return decimal(value, size);
    }
    if let Some(text) = string(bytes).filter(|_| size == 1) {
        return text;
    }
    let some = elements.iter().take(MOST_IN_LINE);
    let mut listed: Vec<String> = some.map(|&value| decimal(value, size)).collect();
    if elements.len() > MOST_IN_LINE {
        listed.push("...".to_owned());
    }
    format!("{{{}}}", listed.join(", "))
}

/// A value of `size` bytes read as a signed number.
pub fn signed(value: u64, size: u32) -> i64 {
    let unused = 64 - 8 * size.clamp(1, 8);
    ((value << unused) as i64) >> unused
}

/// Decimal: signed, with the unsigned value behind it where they differ.
pub fn decimal(value: u64, size: u32) -> String {
    let number = signed(value, size);
    if number < 0 {
        format!("{number} ({value})")
    } else {
        number.to_string()
    }
}

/// Hexadecimal with all digits of the size.
pub fn hexadecimal(value: u64, size: u32) -> String {
    format!("{value:#0width$x}", width = 2 + 2 * size as usize)
}

/// The character of a value, if it is printable ASCII or a usual escape.
pub fn character(value: u64) -> Option<String> {
    let byte = u8::try_from(value).ok()?;
    match byte {
        b'\n' => Some("'\\n'".to_owned()),
        b'\t' => Some("'\\t'".to_owned()),
        b'\r' => Some("'\\r'".to_owned()),
        0 => Some("'\\0'".to_owned()),
        b' '..=b'~' => Some(format!("'{}'", char::from(byte))),
        _ => None,
    }
}

/// Bytes as a quoted string with escapes, if at least one is printable; bytes from 0x80 on are `\xhh`.
pub fn string(bytes: &[u8]) -> Option<String> {
    if !bytes.iter().any(|byte| (b'!'..=b'~').contains(byte)) {
        return None;
    }
    let text: String = bytes
        .iter()
        .flat_map(|&byte| std::ascii::escape_default(byte))
        .map(char::from)
        .collect();
    Some(format!("\"{text}\""))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_shown_in_every_reading() {
        assert_eq!(elements(&[1, 0, 0xff, 0xff], 2), (vec![1, 0xffff], 2));
        assert_eq!(elements(&[1, 2, 3], 2), (vec![1, 2, 3], 1));
        assert_eq!(elements(&[1; 16], 16).1, 1);
        assert_eq!(decimal(0xffff, 2), "-1 (65535)");
        assert_eq!(decimal(u64::MAX, 8), "-1 (18446744073709551615)");
        assert_eq!(hexadecimal(10, 4), "0x0000000a");
        assert_eq!(character(0x41).as_deref(), Some("'A'"));
        assert_eq!(character(200), None);
        assert_eq!(string(b"a\n\xff").as_deref(), Some("\"a\\n\\xff\""));
        assert_eq!(string(&[0, 1]), None);
    }
}
