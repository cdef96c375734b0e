//! Values against those of MPFR 4.2, against C17's tables, against `libm`, and against each other.

use rustc_apfloat::ieee::{Quad, X87DoubleExtended};
use rustc_apfloat::{Float, Round};

use super::super::function::FloatFunction::{self, *};
use super::super::operation::{FloatFormat, FloatOp, FloatOperator, Rounding};
use super::super::{compute_number, library};
use crate::random::Random;

const FORMATS: [FloatFormat; 2] = [FloatFormat::Extended, FloatFormat::Quad];

/// A number that is written in C's way, rounded to a format.
fn read(format: FloatFormat, text: &str) -> u128 {
    fn bits<F: Float>(text: &str) -> u128 {
        let number = F::from_str_r(text, Round::NearestTiesToEven).expect("a number");
        number.value.to_bits()
    }
    match text {
        "nan" => format.nan(),
        "inf" => format.infinity(),
        "-inf" => format.infinity() | format.sign(),
        "pi" => read(
            format,
            "3.14159265358979323846264338327950288419716939937510582097494459231",
        ),
        "pi/2" => read(
            format,
            "1.57079632679489661923132169163975144209858469968755291048747229615",
        ),
        "pi/4" => read(
            format,
            "0.785398163397448309615660845819875721049292349843776455243736148077",
        ),
        "3pi/4" => read(
            format,
            "2.35619449019234492884698253745962716314787704953132936573120844423",
        ),
        _ if format == FloatFormat::Extended => bits::<X87DoubleExtended>(text),
        _ => bits::<Quad>(text),
    }
}

fn value(function: FloatFunction, format: FloatFormat, operands: [u128; 2]) -> u128 {
    super::value(function, format, operands).expect("a value")
}

/// The value of a function of numbers that are written down.
fn of_text(function: FloatFunction, format: FloatFormat, operands: &[&str]) -> u128 {
    let operand = |at: usize| operands.get(at).map_or(0, |text| read(format, text));
    value(function, format, [operand(0), operand(1)])
}

/// A number that is rounded to another format.
fn converted(from: FloatFormat, to: FloatFormat, bits: u128) -> u128 {
    let op = FloatOp::convert(from, to, Rounding::NearestEven);
    compute_number(op, to.width(), [bits, 0, 0])
}

/// On each line a function, its operands, and what MPFR gives for 64 and 113 digits in the range of exponents that the formats have.
const VALUES: &str = "
    Cbrt 0x1p1 0xa14517cc6b945711p-63 0x1428a2f98d728ae223ddab715be25p-112
    Cbrt -0x1p-16445 -0xa14517cc6b945711p-5545 -0x1428a2f98d728ae223ddab715be25p-5594
    Cbrt 0xd1ba8323fe559p13236 0x96e6b0cdaffba2abp4366 0x12dcd619b5ff74556ae2fcde7b8dbp4317
    Exp 0x1p0 0xadf85458a2bb4a9bp-62 0xadf85458a2bb4a9aafdc5620273dp-110
    Exp -0xb21dp-2 0x1p-16445 0x1483a67c4f207p-16494
    Exp 0x1p-70 0x1p0 0x400000000000000001p-70
    Exp 0x58b9p-1 0xfa13dba329dd768dp16320 0x1f427b74653baed1967480b308defp16271
    Exp2 0xccccccccccccdp-55 0x892fdf7128332157p-63 0x1125fbee2506642aebce4647d6637p-112
    Exp2 -0x807bp-1 0x1p-16445 0x16a09e667f3bdp-16494
    Exp2 0xffffp-2 0x35d13f32b5a75abdp16322 0xd744fccad69d6af439a68bb9902dp16272
    Expm1 0x1p0 0xdbf0a8b145769535p-63 0x1b7e151628aed2a6abf7158809cf5p-112
    Expm1 -0x19p1 -0x1p0 -0x1fffffffffffffffffe2da82ab81fp-113
    Expm1 0x1p-100 0x1p-100 0x20000000000000000000000001p-201
    Log 0x3p0 0x8c9f53d5681854bbp-63 0x1193ea7aad030a976a4198d55053bp-112
    Log 0x800001p-23 0xffffff0000015555p-87 0x1fffffe000002aaaaa6aaaab11111p-136
    Log 0x1p-16400 -0x58cf3a3ee7e1f6c5p-49 -0x2c679d1f73f0fb628d358b213a7dp-96
    Log2 0x3p0 0xcae00d1cfdeb43dp-59 0x6570068e7ef5a1e7e802c48281a3p-110
    Log2 0xd1ba8323fe559p13236 0x33e7b65e8193396fp-48 0xcf9ed97a064ce5bc6cf651735c37p-98
    Log10 0x1p1 0x9a209a84fbcff799p-65 0x134413509f79fef311f12b35816f9p-114
    Log10 0x1387ae70c9e701p-13340 -0x7dp5 -0x1f3ffffffffffffffccc72d3dd285p-101
    Log1p 0x1p0 0x2c5c85fdf473de6bp-62 0xb17217f7d1cf79abc9e3b39803f3p-112
    Log1p 0x1p-90 0x1p-90 0x7ffffffffffffffffffffffp-181
    Log1p -0x1fffffffp-29 -0x2833d96e25890191p-57 -0x2833d96e25890190ebbd96b070e5p-105
    Sin 0x1p0 0xd76aa47848677021p-64 0xd76aa47848677020c6e9e909c50fp-112
    Sin 0xd1ba8323fe559p13236 -0x481d4f81d39e94d1p-63 -0x481d4f81d39e94d0d51a869d3aa1p-111
    Sin 0x1p-16440 0x1p-16440 0x1p-16440
    Sin 0xbp1 -0x910514fb75cf9ebp-66 -0x910514fb75cf9eafb4743bf2afabp-118
    Cos 0x1p0 0x4528a03ed41a2e49p-63 0x114a280fb5068b923848cdb2ed0e3p-113
    Cos 0xd1ba8323fe559p13236 0x69c08777ee0d063fp-63 0x69c08777ee0d063f06d96e5009f7p-111
    Cos 0xbp0 0x4882b907b8bf7d7fp-70 0x1220ae41ee2fdf5fc5e106e5efcc7p-120
    Tan 0x1p0 0xc75922e5f71d2dc5p-63 0x18eb245cbee3a5b8acc7d41323141p-112
    Tan 0xbp0 -0xe1f36aac5849237p-52 -0xe1f36aac5849237053e0c994fdfbp-104
    Tan -0x5f90f22001d67p946 -0xb5f208f9bd63b54bp-63 -0x5af9047cdeb1daa59831cef61049p-110
    Asin 0x1p-1 0x860a91c16b9b2c23p-64 0x10c152382d73658465bb32e0f567bp-113
    Asin 0x1fffffffp-29 0xc90ddaa221676cdfp-63 0x1921bb54442ced9bededd4d9f8a35p-112
    Acos 0x1p-1 0x860a91c16b9b2c23p-63 0x10c152382d73658465bb32e0f567bp-112
    Acos 0x1fffffffp-29 0x400000002aaaaaabp-76 0x400000002aaaaaaaf77777782e53p-124
    Acos -0xccccccccccccdp-55 0x1abc447ba464a089p-60 0x1abc447ba464a0890ae47a3b4f6b7p-112
    Atan 0x1p0 0xc90fdaa22168c235p-64 0x3243f6a8885a308d313198a2e037p-110
    Atan 0xd1ba8323fe559p13236 0xc90fdaa22168c235p-63 0x3243f6a8885a308d313198a2e037p-109
    Atan -0xccccccccccccdp-55 -0x660f8a0b8b313281p-66 -0x3307c505c598994080ebe573b1e1p-113
    Sinh 0x1p0 0x259b3f889d7304b5p-61 0x12cd9fc44eb9825a80249487f065p-108
    Sinh -0x2c5dp0 -0x19c4ee6ccd99198dp16323 -0x19c4ee6ccd99198cfae8ca4db64a7p16271
    Sinh 0x1p-80 0x1p-80 0x1p-80
    Cosh 0x1p0 0xc583aa8ecfaa8261p-63 0x18b07551d9f5504c2bd28100196a5p-112
    Cosh 0x2c5dp0 0x19c4ee6ccd99198dp16323 0x19c4ee6ccd99198cfae8ca4db64a7p16271
    Tanh 0x1p0 0x30bdf56a29e728abp-62 0x185efab514f394558632be293c427p-113
    Tanh 0xfp1 0x1p0 0x1fffffffffffffffffffff528f373p-113
    Tanh -0x1p-70 -0x1p-70 -0x1p-70
    Pow 0x1p1 0x1p-1 0x2d413cccfe779921p-61 0x16a09e667f3bcc908b2fb1366ea95p-112
    Pow 0x3p0 0x29p0 0x7e8a873d9ed7ee19p2 0x1fa2a1cf67b5fb863p0
    Pow 0x7p0 -0x2711p-1 0xe23d85904375db29p-14102 0x1c47b0b2086ebb651c6946d79bdffp-14151
    Pow 0x10000001p-28 0x1p35 0xcaf2a3031f7e79bbp121 0x657951818fbf3cdd5071711a95a3p74
    Pow -0x3p0 -0x9p0 -0x6a8bde3c6d3319e5p-77 -0x1aa2f78f1b4cc6794b9acfea90dcdp-127
    Atan2 0x1p0 0x3p0 0x292f1f464d3dc249p-63 0x14978fa3269ee12483350fe548afbp-114
    Atan2 -0x1p0 -0x1p60 -0xc90fdaa22168c231p-62 -0x3243f6a8885a308c313198a2e037p-108
    Atan2 0x3p-16445 0x1p1 0x1p-16445 0x3p-16446
    Hypot 0x1p0 0x1p0 0x2d413cccfe779921p-61 0x16a09e667f3bcc908b2fb1366ea95p-112
    Hypot 0x1p16383 0x1p16320 0x1p16383 0x1p16383
    Hypot 0x3p-16440 0x1p-16440 0x65p-16445 0xca62c1d6d2da95p-16494
";

/// The function that a line names, and its other words.
fn words(line: &str) -> Option<(FloatFunction, Vec<&str>)> {
    let mut words = line.split_whitespace();
    let name = words.next()?;
    let function = FloatFunction::ALL
        .into_iter()
        .find(|function| format!("{function:?}") == name);
    Some((function.expect("a function"), words.collect()))
}

#[test]
fn values_are_those_of_mpfr() {
    for (function, words) in VALUES.lines().filter_map(words) {
        let [operands @ .., extended, quad] = &words[..] else {
            panic!("{words:?}");
        };
        for (format, expected) in FORMATS.into_iter().zip([extended, quad]) {
            let found = of_text(function, format, operands);
            let expected = read(format, expected);
            assert_eq!(
                found, expected,
                "{function:?} {format:?} of {operands:?}: {found:x}, not {expected:x}"
            );
        }
    }
}

/// Values of 80 bits that are halfway between two numbers, or a little less than that: of 65 digits, and below the least number.
const HALVES_OF_EXTENDED: &str = "
    Pow 3 41 0x7e8a873d9ed7ee19p2
    Pow 9 20.5 0x7e8a873d9ed7ee19p2
    Pow 0x1.0000001p0 3 0x1.000000300000030000001p0
    Exp2 -16446 0
    Exp2 -16445.99999 0x1p-16445
    Pow -0.5 16446 0
    Pow -2 -16445 -0x1p-16445
    Hypot 0x3p-16445 0x4p-16445 0x5p-16445
    Atan2 0x3p-16445 2 0x1p-16445
    Atan2 -0x7p-16445 2 -0x3p-16445
";

/// The same of 128 bits.
const HALVES_OF_QUAD: &str = "
    Atan2 0x3p-16494 2 0x1p-16494
    Pow 0x1.ffffffffffffffffffffffffffffp-1 0.5 0x1.ffffffffffffffffffffffffffffp-1
";

#[test]
fn ties_are_to_even_and_what_is_below_is_rounded_down() {
    for (format, lines) in FORMATS
        .into_iter()
        .zip([HALVES_OF_EXTENDED, HALVES_OF_QUAD])
    {
        for (function, words) in lines.lines().filter_map(words) {
            let [operands @ .., expected] = &words[..] else {
                panic!("{words:?}");
            };
            let found = of_text(function, format, operands);
            assert_eq!(
                found,
                read(format, expected),
                "{function:?} {format:?} of {operands:?}: {found:x}"
            );
        }
    }
}

/// C17, F.10: on each line a function, operands and results; numbers beside them are next to where functions end.
const SPECIAL: &str = "
    Acos: 1 0, -1 pi, 0 pi/2, -0 pi/2, 1.5 nan, -2 nan, inf nan, -inf nan
    Asin: 0 0, -0 -0, 1 pi/2, 1.5 nan, inf nan
    Atan: 0 0, -0 -0, inf pi/2, 0x1p16383 pi/2
    Cos: 0 1, -0 1, inf nan, -inf nan, 0x1p-16440 1
    Sin: 0 0, -0 -0, inf nan, 0x1p-16445 0x1p-16445
    Tan: 0 0, -0 -0, inf nan, 0x1p-16445 0x1p-16445
    Cosh: 0 1, -0 1, inf inf, -inf inf, 11358 inf, -1e4900 inf
    Sinh: 0 0, -0 -0, inf inf, 11358 inf, -1e4900 -inf, 0x1p-16445 0x1p-16445
    Tanh: 0 0, -0 -0, inf 1, 1e4900 1, 50 1, 0x1p-16445 0x1p-16445
    Exp: 0 1, -0 1, inf inf, -inf 0, 1e4000 inf, -1e4000 0, 1e-4000 1, 11357 inf, -11500 0
    Exp2: 0 1, -0 1, inf inf, -inf 0, 16384 inf, 16383 0x1p16383, -16445 0x1p-16445, -1e4900 0, 10 1024
    Expm1: 0 0, -0 -0, inf inf, -inf -1, 1e4000 inf, -1e4000 -1, -100 -1, -0x1p-16445 -0x1p-16445
    Log: 0 -inf, -0 -inf, 1 0, -1 nan, inf inf, -inf nan, -0x1p-16445 nan
    Log10: 0 -inf, -0 -inf, 1 0, -1 nan, inf inf, -inf nan, 1000 3, 1e27 27
    Log2: 0 -inf, -0 -inf, 1 0, -1 nan, inf inf, -inf nan, 8 3, 0x1p-16445 -16445
    Log1p: 0 0, -0 -0, -1 -inf, -1.5 nan, inf inf, -inf nan, -0x1p-16445 -0x1p-16445
    Cbrt: 0 0, -0 -0, inf inf, -inf -inf, 27 3, -0.125 -0.5, 0x1p-16443 0x1p-5481
    Atan2: 0 -0 pi, 0 0 0, 0 -3 pi, 0 3 0, 2 0 pi/2, 2 -0 pi/2, 2 -inf pi, 2 inf 0, inf 2 pi/2, inf -2 pi/2, inf 0 pi/2, inf -inf 3pi/4
    Atan2: inf inf pi/4, 0 inf 0, 0 -inf pi, 2 2 pi/4, 2 -2 3pi/4, 0x1p-16445 0x1p16383 0, 0x1p16383 0x1p-16445 pi/2
    Atan2: 0x1p-16445 -0x1p16383 pi, nan 1 nan, 1 nan nan, inf nan nan
    Hypot: inf nan inf, nan -inf inf, -inf 1 inf, nan 1 nan, 1 nan nan, 0 -0 0, -3 4 5, -0 -7 7
    Hypot: 0x1p16383 0x1p16383 0x1.6a09e667f3bcc908b2fb1366ea957d3ep16383, 0x1.8p16383 0x1.8p16383 inf, 0x1p16383 0x1p-16445 0x1p16383
    Pow: 0 -3 inf, -0 -3 -inf, -0 -2 inf, -0 -2.5 inf, -0 -inf inf, 0 -inf inf, -0 3 -0, 0 3 0, -0 2 0, -0 2.5 0, -0 inf 0, -1 inf 1
    Pow: -1 -inf 1, 1 nan 1, 1 -inf 1, 1 1e4900 1, nan 0 1, nan -0 1, inf 0 1, -0 0 1, -2 0.5 nan, -1 0.5 nan, -1e-4000 1e-4000 nan
    Pow: 0.5 -inf inf, -0.5 -inf inf, 2 -inf 0, -2 -inf 0, 0.5 inf 0, -2 inf inf, -inf -3 -0, -inf -2 0, -inf -2.5 0, -inf 3 -inf
    Pow: -inf 2 inf, -inf 2.5 inf, inf -1 0, inf 1e-4000 inf, nan 1 nan, 2 nan nan, -inf -inf 0, -inf inf inf, 2 16000 0x1p16000
    Pow: 2 16384 inf, -2 16385 -inf, 2 -16445 0x1p-16445, -2 -20001 -0, 1e4900 1e4900 inf, -1e-4900 1e4900 0, 4 0.5 2, 16 -0.25 0.5
    Pow: 0x1p-16444 0.5 0x1p-8222, -1 1e4900 1, -1 7 -1, -3 3 -27, 10 27 1e27, 7 1e-4900 1
";

#[test]
fn special_values_are_those_of_c17() {
    for format in FORMATS {
        let check = |function: FloatFunction, operands: &[&str], expected: u128| {
            let found = of_text(function, format, operands);
            assert_eq!(
                found, expected,
                "{function:?} {format:?} of {operands:?}: {found:x}, not {expected:x}"
            );
        };
        let negated = |text: &str| match text.strip_prefix('-') {
            Some(positive) => positive.to_string(),
            None => format!("-{text}"),
        };
        for line in SPECIAL.lines().filter(|line| !line.is_empty()) {
            let (name, rows) = line.split_once(':').expect("a name");
            for row in rows.split(',') {
                let row = format!("{name} {row}");
                let (function, words) = words(&row).expect("a row");
                let [operands @ .., expected] = &words[..] else {
                    panic!("{row}");
                };
                let expected = read(format, expected);
                let of_sign = match format.is_nan(expected) {
                    true => expected,
                    false => expected ^ format.sign(),
                };
                check(function, operands, expected);
                match (function, operands) {
                    (Asin | Atan | Sin | Tan | Sinh | Tanh | Cbrt, [a]) => {
                        check(function, &[&negated(a)], of_sign)
                    }
                    (Atan2, [a, b]) if *a != "nan" => check(function, &[&negated(a), b], of_sign),
                    (Hypot, [a, b]) => check(function, &[b, a], expected),
                    _ => {}
                }
                if !function.takes_two() {
                    check(function, &["nan"], format.nan());
                }
            }
        }
    }
}

/// Numbers of `double` of all sizes.
fn double(random: &mut Random) -> f64 {
    let fraction = random.next() >> 12;
    let exponent = match random.below(4) {
        0 => random.below(2047),
        1 => 1023 - random.below(60),
        _ => 1023 + random.below(9),
    };
    let sign = u64::from(random.below(3) == 0);
    f64::from_bits(sign << 63 | exponent << 52 | fraction)
}

#[test]
fn values_are_next_to_those_of_double() {
    let mut random = Random::new(7);
    for format in FORMATS {
        for function in FloatFunction::ALL {
            for _ in 0..400 {
                let (a, b) = (double(&mut random), double(&mut random));
                let operands = [a, b]
                    .map(|number| converted(FloatFormat::Double, format, number.to_bits().into()));
                let found = converted(
                    format,
                    FloatFormat::Double,
                    value(function, format, operands),
                );
                let found = f64::from_bits(found as u64);
                let expected = library::double(function, a, b);
                let places = found.to_bits().abs_diff(expected.to_bits());
                assert!(
                    places <= 1 || found.is_nan() && expected.is_nan(),
                    "{function:?} {format:?} of {a:e} and {b:e}: {found:e}, not {expected:e}"
                );
            }
        }
    }
}

/// Any bit patterns: a result is one that operations give, and that of 113 digits is that of 64 when it is rounded.
#[test]
fn values_of_one_format_are_those_of_the_other() {
    let mut random = Random::new(8);
    let [extended, quad] = FORMATS;
    let ends = [
        "0x1p-16445",
        "0x1.fffffffffffffffep16383",
        "0x1.fffffffffffffffep-1",
        "0x1.0000000000000002p0",
        "0x1p-16382",
    ];
    let mut operand = || match random.below(8) {
        0 => read(extended, ends[random.below(5) as usize]),
        1 => {
            u128::from(random.next()) << 64
                | u128::from(random.next()) & (extended.sign() | (extended.sign() - 1))
        }
        2 => u128::from(random.below(32767)) << 64 | 1 << 63 | u128::from(random.next()),
        _ => u128::from(16383 + 8 - random.below(30)) << 64 | 1 << 63 | u128::from(random.next()),
    };
    for function in FloatFunction::ALL {
        for _ in 0..150 {
            let operands =
                [operand(), operand()].map(|bits| bits & (extended.sign() | (extended.sign() - 1)));
            let found = value(function, extended, operands);
            assert_eq!(
                found,
                converted(extended, extended, found),
                "{function:?} of {operands:x?}"
            );
            let is_usual = (found >> 64 & 0x7fff != 0) == (found >> 63 & 1 == 1);
            assert!(is_usual, "{function:?} of {operands:x?}: {found:x}");
            let wide = value(
                function,
                quad,
                operands.map(|bits| converted(extended, quad, bits)),
            );
            let rounded = converted(quad, extended, wide);
            let magnitude = rounded & (extended.sign() - 1);
            // Below the normal numbers both formats round.
            let places = found.abs_diff(rounded);
            assert!(
                places == 0 || places == 1 && magnitude >> 64 == 0,
                "{function:?} of {operands:x?}: {found:x}, not {rounded:x}"
            );
        }
    }
}

/// A square that is exact has its root, and so has a cube.
#[test]
fn powers_of_whole_numbers_are_exact() {
    let mut random = Random::new(9);
    for format in FORMATS {
        let from = FloatOp::new(FloatOperator::FromUnsigned, format, Rounding::NearestEven);
        let number = |whole: u128| compute_number(from, format.width(), [whole, 0, 0]);
        let half = read(format, "0.5");
        for _ in 0..300 {
            let root = u128::from(random.below(1 << 21));
            let cube = root * root * root;
            assert_eq!(value(Pow, format, [number(root), number(3)]), number(cube));
            assert_eq!(value(Cbrt, format, [number(cube), 0]), number(root));
            assert_eq!(
                value(Pow, format, [number(root * root), half]),
                number(root)
            );
            let power = u128::from(random.below(16000));
            let two = value(Pow, format, [number(2), number(power)]);
            assert_eq!(value(Log2, format, [two, 0]), number(power));
            assert_eq!(value(Exp2, format, [number(power), 0]), two);
            let (a, b) = (3 * root, 4 * root);
            assert_eq!(
                value(Hypot, format, [number(a), number(b)]),
                number(5 * root)
            );
        }
    }
}
