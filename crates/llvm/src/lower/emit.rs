//! Writing instructions: locals, operands, folding of constants, and the blocks that a block is split into.

use everypath_program::{
    BinaryOp, BlockBuilder, BlockKey, Edge, Instruction, Local, LocalInfo, Operand, Position,
    Property, Terminator, Transfer, UnaryOp,
};
use everypath_term::ops::{fold_binary, fold_resize, fold_unary, mask};

use super::{Lowerer, Piece, Pieces};
use crate::binding::{Type, Value};

/// The other way of [`Lowerer::unless`] has fewer pieces than this.
const OTHER_PIECES: u32 = 8;

impl<'m> Lowerer<'m> {
    /// Writes an instruction, behind the checks of what it observes.
    pub(super) fn push(&mut self, instruction: Instruction) {
        self.observe_operands(&instruction);
        self.inherit(&instruction);
        self.builder.push(instruction);
    }

    /// A new local without a name.
    pub(super) fn fresh(&mut self, width: u32) -> Local {
        self.named(String::new(), width)
    }

    pub(super) fn named(&mut self, name: String, width: u32) -> Local {
        let local = Local(self.locals.len() as u32);
        self.locals.push(LocalInfo { name, width });
        local
    }

    // Values.

    /// Says what a value is made of.
    pub(super) fn define(&mut self, value: Value<'m>, pieces: &[Piece]) {
        let start = self.pieces.len() as u32;
        self.pieces.extend_from_slice(pieces);
        let count = pieces.len() as u32;
        self.values.insert(value.id(), Pieces { start, count });
    }

    /// Says that a value is one operand.
    pub(super) fn define_scalar(&mut self, value: Value<'m>, operand: Operand) {
        if let Operand::Local(local) = operand
            && let Some(info) = self.locals.get_mut(local.0 as usize)
            && info.name.is_empty()
        {
            info.name = value.name();
        }
        self.define(value, &[Piece::Is(operand)]);
    }

    /// Says what a value of one piece, or of one for each element of a vector, is made of.
    pub(super) fn define_lanes(&mut self, value: Value<'m>, pieces: &[Piece]) {
        match *pieces {
            [Piece::Is(operand)] => self.define_scalar(value, operand),
            _ => self.define(value, pieces),
        }
    }

    /// The pieces of a value.
    pub(super) fn pieces(&mut self, value: Value<'m>) -> Vec<Piece> {
        if let Some(&Pieces { start, count }) = self.values.get(&value.id()) {
            let (start, end) = (start as usize, (start + count) as usize);
            return self.pieces.get(start..end).unwrap_or_default().to_vec();
        }
        if value.is_constant() {
            return self.constant_pieces(value);
        }
        // Its definition does not run (it stands behind a cut), or it has a type without a shape.
        self.undefined_pieces(value.value_type())
    }

    /// Pieces of a type that may be anything.
    pub(super) fn undefined_pieces(&mut self, of: Type<'m>) -> Vec<Piece> {
        let count = self.shapes.of(of).map_or(0, |shape| shape.len());
        vec![Piece::Undefined; count]
    }

    /// The only piece of a scalar value.
    pub(super) fn piece(&mut self, value: Value<'m>) -> Piece {
        if let Some(&Pieces { start, count: 1 }) = self.values.get(&value.id())
            && let Some(&piece) = self.pieces.get(start as usize)
        {
            return piece;
        }
        self.pieces(value)
            .first()
            .copied()
            .unwrap_or(Piece::Undefined)
    }

    /// A scalar value of this width as an operand, to be computed with. Where the compiler of foreign bitcode made a variable a
    /// value, reading it before it is written is such a use; passing on what is undefined ([`Self::scalars`]) is none.
    pub(super) fn scalar(&mut self, value: Value<'m>, width: u32) -> Operand {
        let piece = self.piece(value);
        if self.check_undefined && piece == Piece::Undefined && value.is_undefined() {
            self.check(Property::UninitializedRead, Operand::Constant(0));
        }
        self.operand(piece, width)
    }

    /// All scalars of a value as operands.
    pub(super) fn scalars(&mut self, value: Value<'m>) -> Vec<Operand> {
        let pieces = self.pieces(value);
        let shape = self.shapes.of(value.value_type());
        let widths: Vec<u32> = shape
            .iter()
            .flat_map(|s| s.iter().map(|s| s.width))
            .collect();
        pieces
            .into_iter()
            .zip(widths)
            .map(|(piece, width)| self.operand(piece, width))
            .collect()
    }

    /// A piece as an operand.
    pub(super) fn operand(&mut self, piece: Piece, width: u32) -> Operand {
        match piece {
            Piece::Is(operand) => operand,
            Piece::Not(local) => self.unary(UnaryOp::Not, 1, Operand::Local(local)),
            Piece::Offset(base, offset) => self.binary(
                BinaryOp::Add,
                width,
                Operand::Local(base),
                Operand::Constant(offset),
            ),
            Piece::Undefined => {
                let to = self.fresh(width);
                let name = "undefined".to_owned();
                self.push(Instruction::Input { to, width, name });
                self.arbitrary.insert(to);
                Operand::Local(to)
            }
        }
    }

    // Operators.

    pub(super) fn unary(&mut self, op: UnaryOp, width: u32, a: Operand) -> Operand {
        if let Operand::Constant(a) = a
            && width <= 64
        {
            return Operand::Constant(fold_unary(op, width, a));
        }
        let to = self.fresh(width);
        self.push(Instruction::Unary { op, width, to, a });
        Operand::Local(to)
    }

    pub(super) fn binary(&mut self, op: BinaryOp, width: u32, a: Operand, b: Operand) -> Operand {
        match (a, b) {
            (Operand::Constant(a), Operand::Constant(b)) if width <= 64 => {
                return Operand::Constant(fold_binary(op, width, a, b));
            }
            (a, Operand::Constant(0))
                if matches!(
                    op,
                    BinaryOp::Add
                        | BinaryOp::Sub
                        | BinaryOp::Or
                        | BinaryOp::Xor
                        | BinaryOp::Shl
                        | BinaryOp::LShr
                        | BinaryOp::AShr
                ) =>
            {
                return a;
            }
            (Operand::Constant(0), b)
                if matches!(op, BinaryOp::Add | BinaryOp::Or | BinaryOp::Xor) =>
            {
                return b;
            }
            _ => {}
        }
        if let Some(&known) = self.computed.get(&(op, width, a, b))
            && self.stands_on_the_same(known, &[a, b])
        {
            return known;
        }
        let to = self.fresh(op.result_width(width));
        self.push(Instruction::Binary {
            op,
            width,
            to,
            a,
            b,
        });
        self.computed.insert((op, width, a, b), Operand::Local(to));
        Operand::Local(to)
    }

    /// Both of two conditions.
    pub(super) fn both(&mut self, a: Operand, b: Operand) -> Operand {
        match (a, b) {
            (Operand::Constant(1), other) | (other, Operand::Constant(1)) => other,
            _ => self.binary(BinaryOp::And, 1, a, b),
        }
    }

    /// One of two conditions, or both.
    pub(super) fn either(&mut self, a: Operand, b: Operand) -> Operand {
        match (a, b) {
            (Operand::Constant(1), _) | (_, Operand::Constant(1)) => Operand::Constant(1),
            _ => self.binary(BinaryOp::Or, 1, a, b),
        }
    }

    pub(super) fn not(&mut self, a: Operand) -> Operand {
        self.unary(UnaryOp::Not, 1, a)
    }

    pub(super) fn select(
        &mut self,
        width: u32,
        condition: Operand,
        then: Operand,
        otherwise: Operand,
    ) -> Operand {
        match condition {
            Operand::Constant(0) => return otherwise,
            Operand::Constant(_) => return then,
            Operand::Local(_) if then == otherwise => return then,
            Operand::Local(_) => {}
        }
        let chosen = self.chosen(condition, then, otherwise);
        if width == 1 && chosen.is_none() {
            match (then, otherwise) {
                (Operand::Constant(1), Operand::Constant(0)) => return condition,
                (then, Operand::Constant(0)) => return self.both(condition, then),
                (Operand::Constant(1), otherwise) => return self.either(condition, otherwise),
                _ => {}
            }
        }
        let to = self.fresh(width);
        let select = Instruction::Select {
            width,
            to,
            condition,
            then,
            otherwise,
        };
        match chosen {
            Some(promises) => self.push_standing_on(select, to, promises),
            None => self.push(select),
        }
        Operand::Local(to)
    }

    /// The low `keep` bits of a value of `from` bits, extended to `width`.
    pub(super) fn resize(
        &mut self,
        value: Operand,
        from: u32,
        keep: u32,
        width: u32,
        sign: bool,
    ) -> Operand {
        if keep == from && keep == width {
            return value;
        }
        if let Operand::Constant(value) = value
            && (width <= 64 || keep <= 64 && !sign)
        {
            return Operand::Constant(fold_resize(value, keep, width, sign));
        }
        let to = self.fresh(width);
        self.push(Instruction::Resize {
            to,
            value,
            from,
            keep,
            width,
            signed: sign,
        });
        Operand::Local(to)
    }

    /// Cuts or extends a number.
    pub(super) fn convert(&mut self, value: Operand, from: u32, width: u32, sign: bool) -> Operand {
        self.resize(value, from, from.min(width), width, sign)
    }

    /// An address and a constant.
    pub(super) fn add_offset(&mut self, base: Operand, offset: u64) -> Operand {
        let offset = Operand::Constant(offset & mask(self.address_width));
        self.binary(BinaryOp::Add, self.address_width, base, offset)
    }

    // Blocks.

    /// Ends the present block.
    pub(super) fn end(&mut self, terminator: Terminator) {
        self.observe_end(&terminator);
        self.end_as_it_is(terminator);
    }

    /// Ends the present block with what may rest on poison.
    pub(super) fn end_as_it_is(&mut self, terminator: Terminator) {
        let empty = BlockBuilder::new(self.key);
        let builder = std::mem::replace(&mut self.builder, empty);
        self.out.push(builder.finish(terminator));
    }

    /// A name for a further piece of the present block.
    pub(super) fn new_part(&mut self) -> BlockKey {
        let part = self.next_part;
        self.next_part += 1;
        BlockKey {
            code: self.key.code,
            part,
        }
    }

    /// Goes on in a further piece of the present block, at the same source instruction.
    pub(super) fn continue_in(&mut self, key: BlockKey, position: Position) {
        self.builder = BlockBuilder::new(key);
        self.builder.continue_source(position);
    }

    /// The position of the instruction that is being lowered.
    pub(super) fn position(&self) -> Position {
        Position(self.first_code() | u64::from(self.source.present()))
    }

    pub(super) fn jump(&mut self, edge: Edge) {
        self.end(Terminator::Jump {
            edge,
            transfer: Transfer::Jump,
        });
    }

    /// Goes on with `condition` in one piece, else in another, which is written by `otherwise` and joins the first.
    pub(super) fn unless(
        &mut self,
        condition: Operand,
        otherwise: impl FnOnce(&mut Self) -> super::Flow,
    ) {
        let position = self.position();
        let other = self.new_part();
        // The pieces of the other way stand before the one where both meet, as in the order of blocks.
        let join = BlockKey {
            part: other.part + OTHER_PIECES,
            ..other
        };
        self.end(Terminator::branch(condition, join, other));
        self.continue_in(other, position);
        // What only the other way computes does not count behind it.
        let computed = self.computed.clone();
        let tentative = std::mem::replace(&mut self.poison.tentative, true);
        if otherwise(self).is_ok() {
            self.jump(Edge::to(join));
        }
        self.poison.tentative = tentative;
        self.computed = computed;
        debug_assert!(self.next_part <= join.part);
        self.next_part = join.part + 1;
        self.continue_in(join, position);
    }
}
