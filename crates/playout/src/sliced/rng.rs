//! Random numbers for all lanes: eight streams side by side, and a plain one for what lanes share.

use crate::Rng;
use crate::lanes::{Block, Word};

/// Numbers a stream drops after seeding, until every seed bit has reached every state bit.
const WARM_UP: usize = 12;

/// The random numbers of fill-outs; equal seeds give equal numbers on every processor.
///
/// Coins come from eight streams of Doty-Humphrey's sfc64: additions, shifts and exclusive ors
/// only, which all vector units have, and no linear relations between the coins of a lane.
#[derive(Clone, Debug)]
pub struct LaneRng {
    coins: Coins<Block>,
    shared: Rng,
}

/// The state of the eight streams, in memory or in registers.
#[derive(Clone, Copy, Debug)]
pub(super) struct Coins<T> {
    a: T,
    b: T,
    c: T,
    counter: T,
}

impl LaneRng {
    /// The generator with this seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        let mut shared = Rng::new(seed);
        let mut coins = Coins { a: Block::ZERO, b: Block::ZERO, c: Block::ZERO, counter: Block([1; 8]) };
        for part in [&mut coins.a, &mut coins.b, &mut coins.c] {
            part.0 = std::array::from_fn(|_| shared.next_u64());
        }
        for stream in 0..8 {
            for _ in 0..WARM_UP {
                step_stream(&mut coins, stream);
            }
        }
        Self { coins, shared }
    }

    /// The streams in registers, and the plain generator.
    #[inline(always)]
    pub(super) fn open<W: Word>(&mut self) -> (Coins<W>, &mut Rng) {
        let Coins { a, b, c, counter } = &self.coins;
        let coins = Coins { a: W::load(a), b: W::load(b), c: W::load(c), counter: W::load(counter) };
        (coins, &mut self.shared)
    }

    /// Puts the streams back.
    #[inline(always)]
    pub(super) fn close<W: Word>(&mut self, coins: Coins<W>) {
        coins.a.store(&mut self.coins.a);
        coins.b.store(&mut self.coins.b);
        coins.c.store(&mut self.coins.c);
        coins.counter.store(&mut self.coins.counter);
    }
}

impl<W: Word> Coins<W> {
    /// A fair coin for each lane.
    #[inline(always)]
    pub(super) fn toss(&mut self) -> W {
        let tossed = self.a.add(self.b).add(self.counter);
        self.counter = self.counter.add(W::load(&const { Block([1; 8]) }));
        self.a = self.b.xor(self.b.shift_right::<11>());
        self.b = self.c.add(self.c.shift_left::<3>());
        self.c = self.c.rotate_left::<24, 40>().add(tossed);
        tossed
    }
}

/// One number of one stream, as [`Coins::toss`] makes it.
fn step_stream(coins: &mut Coins<Block>, stream: usize) -> u64 {
    let part = |block: &mut Block| std::mem::take(&mut block.0[stream]);
    let (a, b) = (part(&mut coins.a), part(&mut coins.b));
    let (c, counter) = (part(&mut coins.c), part(&mut coins.counter));
    let tossed = a.wrapping_add(b).wrapping_add(counter);
    coins.counter.0[stream] = counter.wrapping_add(1);
    coins.a.0[stream] = b ^ (b >> 11);
    coins.b.0[stream] = c.wrapping_add(c << 3);
    coins.c.0[stream] = c.rotate_left(24).wrapping_add(tossed);
    tossed
}

#[cfg(test)]
mod tests {
    use super::{Coins, LaneRng, step_stream};
    use crate::lanes::{Block, Kernel, Lanes, Word};

    struct Toss<'a>(&'a mut LaneRng, &'a mut Block);

    impl Kernel for Toss<'_> {
        #[inline(always)]
        fn run<W: Word>(self) {
            let (mut coins, _): (Coins<W>, _) = self.0.open();
            coins.toss().store(self.1);
            self.0.close(coins);
        }
    }

    #[test]
    fn all_words_toss_the_coins_of_eight_plain_streams() {
        for lanes in Lanes::available() {
            let mut rng = LaneRng::new(5);
            let mut plain = rng.coins;
            for _ in 0..100 {
                let mut block = Block::ZERO;
                lanes.run(Toss(&mut rng, &mut block));
                assert_eq!(block.0, std::array::from_fn(|i| step_stream(&mut plain, i)), "{lanes}");
            }
        }
    }
}
