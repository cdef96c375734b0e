//! Bytes and addresses as hexadecimal text.

use serde::Serializer;

/// Two lower-case digits per byte.
pub fn encode(bytes: &[u8]) -> String {
    use std::fmt::Write;
    bytes
        .iter()
        .fold(String::with_capacity(bytes.len() * 2), |mut text, byte| {
            let _ = write!(text, "{byte:02x}");
            text
        })
}

/// The bytes of hexadecimal text; spaces and underscores between digits are ignored. The error says what is wrong.
pub fn decode(text: &str) -> Result<Vec<u8>, String> {
    let mut digits = Vec::with_capacity(text.len());
    for character in text.chars() {
        match character.to_digit(16) {
            Some(digit) => digits.push(digit as u8),
            None if character == ' ' || character == '_' => {}
            None => return Err(format!("`{character}` is no hexadecimal digit")),
        }
    }
    if digits.len() % 2 == 1 {
        return Err(format!(
            "{} hexadecimal digits: bytes need an even number",
            digits.len()
        ));
    }
    Ok(digits
        .chunks(2)
        .map(|pair| match pair {
            [high, low] => high << 4 | low,
            _ => 0,
        })
        .collect())
}

/// An address as a JSON string such as `"0x10074"`: JSON numbers lose digits beyond 2^53.
pub(crate) fn serialize_address<S: Serializer>(
    address: &u64,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&format!("{address:#x}"))
}

/// An address that may be unknown as a JSON string such as `"0x10074"`, or `null`.
pub(crate) fn serialize_optional_address<S: Serializer>(
    address: &Option<u64>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    match address {
        Some(address) => serialize_address(address, serializer),
        None => serializer.serialize_none(),
    }
}

/// Bytes as a JSON string of hexadecimal digits.
pub(crate) fn serialize_bytes<S: Serializer>(
    bytes: &[u8],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&encode(bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_and_bytes_agree_and_wrong_text_is_refused() {
        assert_eq!(encode(&[0, 0x1f, 0xff]), "001fff");
        assert_eq!(decode("00 1F_ff"), Ok(vec![0, 0x1f, 0xff]));
        assert_eq!(
            decode("0"),
            Err("1 hexadecimal digits: bytes need an even number".to_owned())
        );
        assert_eq!(decode("zz"), Err("`z` is no hexadecimal digit".to_owned()));
    }
}
