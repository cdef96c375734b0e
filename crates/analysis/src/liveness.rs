//! Which locals are still read: live variables, the classical backward analysis (A. Aho, M. Lam, R. Sethi, J. Ullman: "Compilers", section 9.2.5).

use everypath_program::{Block, Instruction, Local, Operand, Terminator};

use crate::Numbers;

/// The locals of one frame that are read from the beginning of each block on, before they are written.
#[derive(Clone, Debug)]
pub struct Liveness {
    live: Vec<Numbers>,
}

impl Liveness {
    /// Of blocks, each with those of them that may follow it in the same frame.
    pub fn new(blocks: &[(&Block, Vec<usize>)]) -> Self {
        let mut live: Vec<Numbers> = blocks.iter().map(|(block, _)| read_first(block)).collect();
        let written: Vec<Numbers> = blocks.iter().map(|(block, _)| written(block)).collect();
        let parameters: Vec<Numbers> = blocks
            .iter()
            .map(|(block, _)| numbers(block.parameters.iter().copied()))
            .collect();
        let mut has_changed = true;
        while has_changed {
            has_changed = false;
            for (index, (_, after)) in blocks.iter().enumerate().rev() {
                let mut before = live[index].clone();
                for &next in after {
                    let mut behind = live[next].clone();
                    behind.subtract(&written[index]);
                    behind.subtract(&parameters[next]);
                    before.add(&behind);
                }
                has_changed |= before != live[index];
                live[index] = before;
            }
        }
        Liveness { live }
    }

    /// Of all blocks of a function, in the order of their keys; none if it cannot be seen where one of them goes on.
    pub fn of_function(blocks: &[Block]) -> Option<Self> {
        let mut graph = Vec::with_capacity(blocks.len());
        for block in blocks {
            let mut after = Vec::new();
            let mut follow = |key| match blocks.binary_search_by_key(&key, |block| block.key) {
                Ok(index) => {
                    after.push(index);
                    true
                }
                Err(_) => false,
            };
            let is_known = match &block.terminator {
                Terminator::Jump { edge, .. } => follow(edge.target),
                Terminator::Branch {
                    then, otherwise, ..
                } => follow(then.target) && follow(otherwise.target),
                Terminator::Switch { cases, default, .. } => {
                    cases.iter().all(|(_, edge)| follow(edge.target)) && follow(default.target)
                }
                Terminator::Call { return_to, .. } => follow(*return_to),
                Terminator::SetJump { next, .. } => follow(*next),
                Terminator::IndirectJump { .. } => false,
                Terminator::Return { .. }
                | Terminator::LongJump { .. }
                | Terminator::Exit { .. }
                | Terminator::Stop(_) => true,
            };
            if !is_known {
                return None;
            }
            graph.push((block, after));
        }
        Some(Self::new(&graph))
    }

    /// Whether a local is read from the beginning of a block on before it is written. Its own parameters have their values there.
    pub fn is_live(&self, block: usize, local: Local) -> bool {
        self.live[block].contains(local.0)
    }
}

fn numbers(locals: impl Iterator<Item = Local>) -> Numbers {
    locals.map(|local| local.0).collect()
}

/// The locals that a block reads before it writes them.
pub(crate) fn read_first(block: &Block) -> Numbers {
    let (mut first, mut here) = (Numbers::default(), Numbers::default());
    let mut read = |operand: Operand, here: &Numbers| {
        if let Operand::Local(local) = operand
            && !here.contains(local.0)
        {
            first.insert(local.0);
        }
    };
    for instruction in &block.instructions {
        instruction.each_operand(|operand| read(operand, &here));
        if let Some(local) = instruction.result() {
            here.insert(local.0);
        }
    }
    block
        .terminator
        .each_operand(|operand| read(operand, &here));
    first
}

/// The locals that a block writes, or a function that it calls for it.
fn written(block: &Block) -> Numbers {
    let instructions = block.instructions.iter().filter_map(Instruction::result);
    numbers(instructions.chain(block.terminator.results().iter().copied()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use everypath_program::{BlockBuilder, BlockKey, parse_blocks};
    use everypath_term::Random;

    #[test]
    fn what_a_loop_hands_to_its_next_round_is_dead_at_its_head() {
        let blocks = parse_blocks(
            "block 0x1:\n  jump 0x2(0)\n\
             block 0x2(%1):\n  %2 = ult.32 %1, %0\n  branch %2, 0x3, 0x4\n\
             block 0x3:\n  %3 = add.32 %1, 1\n  jump 0x2(%3)\n\
             block 0x4:\n  exit %1\n",
        )
        .expect("blocks");
        let live = Liveness::of_function(&blocks).expect("a graph");
        let of = |block: usize| -> Vec<u32> {
            (0..4)
                .filter(|&it| live.is_live(block, Local(it)))
                .collect()
        };
        assert_eq!(
            (of(0), of(1), of(2), of(3)),
            (vec![0], vec![0, 1], vec![0, 1], vec![1])
        );
    }

    /// Whether some way from the beginning of a block reads a local before it writes it, step by step.
    fn is_read_on_some_way(blocks: &[(&Block, Vec<usize>)], block: usize, local: Local) -> bool {
        let mut seen = vec![false; blocks.len()];
        let mut open = vec![block];
        while let Some(at) = open.pop() {
            if std::mem::replace(&mut seen[at], true) {
                continue;
            }
            let (block, after) = &blocks[at];
            let (mut is_read, mut is_written) = (false, false);
            for instruction in &block.instructions {
                instruction.each_operand(|it| {
                    is_read |= !is_written && it == Operand::Local(local);
                });
                is_written |= instruction.result() == Some(local);
            }
            block.terminator.each_operand(|it| {
                is_read |= !is_written && it == Operand::Local(local);
            });
            if is_read {
                return true;
            }
            let takes = |next: &usize| blocks[*next].0.parameters.contains(&local);
            if !is_written {
                open.extend(after.iter().copied().filter(|next| !takes(next)));
            }
        }
        false
    }

    #[test]
    fn live_is_what_some_way_reads_first() {
        for seed in 0..300 {
            let mut random = Random::new(seed);
            let count = 1 + random.index(6);
            let some = |random: &mut Random| Local(random.below(5) as u32);
            let blocks: Vec<Block> = (0..count)
                .map(|number| {
                    let mut block = BlockBuilder::new(BlockKey::at(number as u64));
                    for _ in 0..random.index(4) {
                        block.push(Instruction::Copy {
                            to: some(&mut random),
                            from: Operand::Local(some(&mut random)),
                        });
                    }
                    let code = Operand::Local(some(&mut random));
                    let mut block = block.finish(Terminator::Exit { code });
                    if random.index(3) == 0 {
                        block.parameters = [some(&mut random)].into();
                    }
                    block
                })
                .collect();
            let graph: Vec<(&Block, Vec<usize>)> = blocks
                .iter()
                .map(|block| {
                    let after = (0..random.index(3)).map(|_| random.index(count));
                    (block, after.collect())
                })
                .collect();
            let liveness = Liveness::new(&graph);
            for block in 0..count {
                for local in (0..5).map(Local) {
                    let said = liveness.is_live(block, local);
                    let is_read = is_read_on_some_way(&graph, block, local);
                    assert_eq!(said, is_read, "seed {seed}, block {block}, {local:?}");
                }
            }
        }
    }
}
