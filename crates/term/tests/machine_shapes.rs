//! What compilers make of simple C becomes simple again: comparisons through registers, sign extension by shifts,
//! words from bytes.

use everypath_term::{Kind, TermTable};

#[test]
fn a_comparison_through_a_register_is_the_comparison() {
    let mut t = TermTable::new();
    let (x, y) = (t.input("x", 32), t.input("y", 32));
    let (zero, one) = (t.constant(32, 0), t.constant(32, 1));
    let less = t.slt(x, y);
    // slt a0, x, y; bnez a0
    let register = t.ite(less, one, zero);
    assert_eq!(t.ne(register, zero), less);
    // xori a0, a0, 1; beqz a0
    let flipped = t.xor(register, one);
    assert_eq!(t.eq(flipped, zero), less);
    // sub a0, x, y; seqz a0; bnez a0
    let difference = t.sub(x, y);
    let is_zero = t.ult(difference, one);
    let register = t.zero_extend(is_zero, 32);
    let taken = t.ne(register, zero);
    assert_eq!(taken, t.eq(x, y));
}

#[test]
fn shifts_extend_and_bytes_make_words() {
    let mut t = TermTable::new();
    let x = t.input("x", 32);
    let sixteen = t.constant(32, 16);
    let up = t.shl(x, sixteen);
    let (signed, unsigned) = (t.ashr(up, sixteen), t.lshr(up, sixteen));
    let half = t.truncate(x, 16);
    assert_eq!(signed, t.sign_extend(half, 32));
    assert_eq!(unsigned, t.zero_extend(half, 32));
    // Four bytes of a word, loaded one by one and put together by shifts, in two orders.
    for order in [[0, 1, 2, 3], [3, 1, 0, 2]] {
        let mut word = t.constant(32, 0);
        for byte in order {
            let part = t.extract(x, byte * 8 + 7, byte * 8);
            let part = t.zero_extend(part, 32);
            let amount = t.constant(32, byte as u64 * 8);
            let part = t.shl(part, amount);
            word = t.or(word, part);
        }
        if order == [0, 1, 2, 3] {
            assert_eq!(word, x, "{}", t.display(word));
        } else {
            assert!(t.size(&[word]) <= 12, "{}", t.display(word));
        }
    }
}

#[test]
fn word_arithmetic_of_a_64_bit_machine_is_32_bits_wide() {
    let mut t = TermTable::new();
    let (x, y) = (t.input("x", 32), t.input("y", 32));
    let (wide_x, wide_y) = (t.sign_extend(x, 64), t.sign_extend(y, 64));
    // addw, subw
    let sum = t.add(wide_x, wide_y);
    let word = t.truncate(sum, 32);
    assert_eq!(word, t.add(x, y));
    let difference = t.sub(wide_x, wide_y);
    let word = t.truncate(difference, 32);
    assert_eq!(word, t.sub(x, y));
    // A comparison of the extended values is one of the words.
    let less = t.slt(wide_x, wide_y);
    assert_eq!(
        (t.kind(less), t.width(t.node(less).first())),
        (Kind::Slt, 32)
    );
}

#[test]
fn a_word_that_is_copied_byte_by_byte_is_the_word() {
    let mut t = TermTable::new();
    let (x, y) = (t.input("x", 8), t.input("y", 16));
    let z = t.input("z", 32);
    let (wide_x, wide_y) = (t.zero_extend(x, 32), t.zero_extend(y, 32));
    let forty_two = t.constant(32, 42);
    let words = [
        t.add(wide_x, wide_y),
        t.mul(wide_x, z),
        t.sub(wide_y, z),
        t.add(z, forty_two),
        t.neg(wide_y),
    ];
    for word in words {
        let mut copy = t.truncate(word, 8);
        for byte in 1..4 {
            let next = t.extract(word, byte * 8 + 7, byte * 8);
            copy = t.concat(next, copy);
        }
        assert_eq!(copy, word, "{}", t.display(word));
    }
}
