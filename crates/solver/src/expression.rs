//! S-expressions as solver processes print them: enough of SMT-LIB 2 (section 3.1) to read answers and values.

use everypath_term::Bits;

/// An S-expression.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Expression {
    /// A symbol, number, keyword or string, without quotes.
    Atom(String),
    /// A list.
    List(Vec<Expression>),
}

/// Lists nest at most this deep in answers that are read.
const DEPTH_LIMIT: usize = 1000;

impl Expression {
    /// Reads one expression from the start of `text`: the expression and what follows it. `None` if it is not complete;
    /// an error if it can never be.
    pub fn read(text: &str) -> Result<Option<(Expression, &str)>, String> {
        let mut open: Vec<Vec<Expression>> = Vec::new();
        let mut rest = text.trim_start();
        loop {
            let Some(first) = rest.chars().next() else {
                return Ok(None);
            };
            let done = match first {
                '(' => {
                    if open.len() == DEPTH_LIMIT {
                        return Err("lists nested too deeply".to_owned());
                    }
                    open.push(Vec::new());
                    rest = &rest[1..];
                    None
                }
                ')' => {
                    let Some(list) = open.pop() else {
                        return Err("a closing parenthesis".to_owned());
                    };
                    rest = &rest[1..];
                    Some(Expression::List(list))
                }
                '|' | '"' => {
                    let Some(end) = rest[1..].find(first) else {
                        return Ok(None);
                    };
                    let atom = rest[1..=end].to_owned();
                    rest = &rest[end + 2..];
                    Some(Expression::Atom(atom))
                }
                _ => {
                    let ends = |c: char| c.is_whitespace() || matches!(c, '(' | ')' | '|' | '"');
                    let Some(end) = rest.find(ends) else {
                        return Ok(None);
                    };
                    let atom = rest[..end].to_owned();
                    rest = &rest[end..];
                    Some(Expression::Atom(atom))
                }
            };
            if let Some(done) = done {
                match open.last_mut() {
                    Some(list) => list.push(done),
                    None => return Ok(Some((done, rest))),
                }
            }
            rest = rest.trim_start();
        }
    }

    /// The text of an atom.
    pub fn atom(&self) -> Option<&str> {
        match self {
            Expression::Atom(text) => Some(text),
            Expression::List(_) => None,
        }
    }

    /// The elements of a list.
    pub fn list(&self) -> Option<&[Expression]> {
        match self {
            Expression::Atom(_) => None,
            Expression::List(elements) => Some(elements),
        }
    }

    /// A bit-vector literal (`#b01`, `#xff`, `(_ bv5 8)`) or Boolean as a value of `width` bits.
    pub fn to_bits(&self, width: u32) -> Option<Bits> {
        let (digits, radix) = match self {
            Expression::Atom(text) => match (text.as_str(), text.get(..2)?) {
                ("true", _) => ("1", 2),
                ("false", _) => ("0", 2),
                (_, "#b") => (&text[2..], 2),
                (_, "#x") => (&text[2..], 16),
                _ => return None,
            },
            Expression::List(elements) => match elements.as_slice() {
                [underscore, value, _] if underscore.atom() == Some("_") => {
                    (value.atom()?.strip_prefix("bv")?, 10)
                }
                _ => return None,
            },
        };
        if digits.is_empty() {
            return None;
        }
        let mut words = vec![0u64; (width as usize).div_ceil(64)];
        for digit in digits.chars() {
            let mut carry = digit.to_digit(radix)? as u128;
            for word in &mut words {
                carry += *word as u128 * radix as u128;
                *word = carry as u64;
                carry >>= 64;
            }
        }
        Some(Bits::from_words(width, &words))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Expression {
        Expression::read(text).unwrap().unwrap().0
    }

    #[test]
    fn expressions() {
        let value = read(" ((|x y!3| #xfF) (t4 (_ bv300 8))) sat\n");
        let pairs = value.list().unwrap();
        assert_eq!(pairs[0].list().unwrap()[0].atom(), Some("x y!3"));
        assert_eq!(
            pairs[0].list().unwrap()[1].to_bits(8),
            Some(Bits::new(8, 255))
        );
        assert_eq!(
            pairs[1].list().unwrap()[1].to_bits(8),
            Some(Bits::new(8, 44))
        );
        let wide = read("#x1fedcba98765432100f ").to_bits(76).unwrap();
        assert_eq!((wide.word(0), wide.word(1)), (0xdcba98765432100f, 0x1fe));
        assert_eq!(read("true ").to_bits(1), Some(Bits::new(1, 1)));
        for nothing in ["true", "(a (b)", "\"abc", ""] {
            assert_eq!(Expression::read(nothing), Ok(None), "{nothing}");
        }
        assert!(Expression::read(" )").is_err());
        for (text, width) in [
            ("x ", 8),
            ("#b ", 8),
            ("#b2 ", 8),
            ("(_ bvx 8)", 8),
            ("é ", 1),
        ] {
            assert_eq!(read(text).to_bits(width), None, "{text}");
        }
    }
}
