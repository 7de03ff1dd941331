//! Engines: searches with their trees, kept between requests while there is memory for them.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use catena_core::Setup;
use catena_engine::Player;

use super::error::{AppError, AppResult};
use super::scheduler::Priority;

/// The least memory that a search is worth starting with, in MiB.
const MIN_GRANT: u64 = 8;

/// A new engine gets a twelfth of what is free. Where less than half is free, analyses get the least: the
/// first ones get much, and a hundred more still find something.
const FREE_PARTS: u64 = 12;

/// One part in this number is kept for moves.
const PARTS_FOR_MOVES: u64 = 4;

/// When to ask again if there is no memory left.
const RETRY_AFTER: Duration = Duration::from_secs(5);

/// The stored game and the player.
type Key = (String, String);

/// The engines that nobody uses just now, and the memory of all.
pub struct EnginePool {
    /// Memory of all engines in MiB.
    memory: u64,
    /// Threads of each search.
    pub threads: usize,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    granted: u64,
    idle: HashMap<Key, Idle>,
}

struct Idle {
    session: catena_engine::Session,
    grant: u64,
    since: Instant,
}

impl EnginePool {
    pub fn new(memory: u64, threads: usize) -> Arc<Self> {
        Arc::new(Self { memory: memory.max(2 * MIN_GRANT), threads, state: Mutex::default() })
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The engine of a game's player, with the tree of its last search if that is still there.
    pub fn take(
        self: &Arc<Self>,
        id: &str,
        player: &Player,
        setup: &Setup,
        priority: Priority,
    ) -> AppResult<PooledEngine> {
        let key = (id.to_owned(), player.spec().to_string());
        let known = self.state().idle.remove(&key);
        if let Some(Idle { session, grant, .. }) = known {
            let grant = MemoryGrant { pool: Arc::clone(self), mebibytes: grant };
            return Ok(PooledEngine { key, session: Some(session), grant });
        }
        let grant = self.grant(priority)?;
        let mut session = catena_engine::Session::new(setup.clone(), grant.limit(player), 1);
        session.set_threads(self.threads);
        Ok(PooledEngine { key, session: Some(session), grant })
    }

    /// Memory for a search; idle engines make room for it, those first that were idle longest.
    pub fn grant(self: &Arc<Self>, priority: Priority) -> AppResult<MemoryGrant> {
        let all = match priority {
            Priority::Move => self.memory,
            Priority::Analysis | Priority::Review => self.memory - self.memory / PARTS_FOR_MOVES,
        };
        let mut state = self.state();
        while state.granted + MIN_GRANT > all {
            let oldest = state.idle.iter().min_by_key(|(_, idle)| idle.since).map(|(key, _)| key.clone());
            let Some(idle) = oldest.and_then(|key| state.idle.remove(&key)) else {
                let message = "too many searches are under way: try again when one has ended";
                return Err(AppError::limit_reached(message, RETRY_AFTER));
            };
            state.granted -= idle.grant;
        }
        let free = all - state.granted;
        let gets_part = priority == Priority::Move || free > all / 2;
        let mebibytes = if gets_part { (free / FREE_PARTS).max(MIN_GRANT) } else { MIN_GRANT };
        state.granted += mebibytes;
        Ok(MemoryGrant { pool: Arc::clone(self), mebibytes })
    }

    /// Ends the engines that were idle for `longest` or more.
    pub fn end_idle(&self, longest: Duration) {
        self.end(|_, idle| idle.since.elapsed() >= longest);
    }

    /// Ends the idle engines of a game.
    pub fn end_game(&self, id: &str) {
        self.end(|(game, _), _| game == id);
    }

    fn end(&self, is_over: impl Fn(&Key, &Idle) -> bool) {
        let mut state = self.state();
        let over: Vec<Key> =
            state.idle.iter().filter(|(key, idle)| is_over(key, idle)).map(|(key, _)| key.clone()).collect();
        for key in over {
            if let Some(idle) = state.idle.remove(&key) {
                state.granted -= idle.grant;
            }
        }
    }

    pub fn usage(&self) -> Usage {
        let state = self.state();
        Usage { idle_engines: state.idle.len(), mebibytes: state.granted }
    }
}

/// Usage of the pool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Usage {
    pub idle_engines: usize,
    /// Granted to all engines, idle ones included.
    pub mebibytes: u64,
}

/// Memory that a search may use.
pub struct MemoryGrant {
    pool: Arc<EnginePool>,
    mebibytes: u64,
}

impl MemoryGrant {
    /// Memory of a solver, in bytes: the search that goes before it has ended.
    pub const fn solver_bytes(&self) -> usize {
        (self.mebibytes as usize) << 20
    }

    /// The player with this much memory: a tree is copied now and then, so it gets half.
    pub fn limit(&self, player: &Player) -> Player {
        let half = (self.mebibytes / 2).clamp(1, 1_000_000);
        player.clone().with_memory(u32::try_from(half).expect("it is at most a million"))
    }
}

impl Drop for MemoryGrant {
    fn drop(&mut self) {
        self.pool.state().granted -= self.mebibytes;
    }
}

/// An engine in use; afterwards it is kept for the next request.
pub struct PooledEngine {
    key: Key,
    session: Option<catena_engine::Session>,
    grant: MemoryGrant,
}

impl PooledEngine {
    pub fn session(&mut self) -> &mut catena_engine::Session {
        self.session.as_mut().expect("it is there until the engine is given back")
    }

    /// Keeps the engine for the next request. One that is dropped instead, as after a panic, is gone.
    pub fn give_back(mut self) {
        let Some(session) = self.session.take() else { return };
        let mut state = self.grant.pool.state();
        let idle = Idle { session, grant: self.grant.mebibytes, since: Instant::now() };
        if let Some(older) = state.idle.insert(self.key.clone(), idle) {
            state.granted -= older.grant;
        }
        // Stays granted, to the idle engine.
        state.granted += self.grant.mebibytes;
    }
}

#[cfg(test)]
mod tests {
    use catena_core::{Game, SwapRule};
    use catena_engine::{ModelStore, PlayerSpec};

    use super::*;

    fn champion() -> Player {
        PlayerSpec::parse("champion").unwrap().resolve(Game::Hex, &ModelStore::default()).unwrap()
    }

    fn hex() -> Setup {
        Setup::new(Game::Hex, 5, SwapRule::Off).unwrap()
    }

    #[test]
    fn memory_is_shared_out_and_comes_back() {
        let pool = EnginePool::new(200, 1);
        let player = champion();
        let take = |name: &str, priority| pool.take(name, &player, &hex(), priority);
        let mut taken = Vec::new();
        while let Ok(engine) = take(&format!("s{}", taken.len()), Priority::Analysis) {
            taken.push(engine);
        }
        assert!(taken.len() >= 13 && pool.usage().mebibytes <= 150, "{} {:?}", taken.len(), pool.usage());
        let mut moves = Vec::new();
        while let Ok(engine) = take(&format!("m{}", moves.len()), Priority::Move) {
            moves.push(engine);
        }
        assert!(moves.len() >= 6 && pool.usage().mebibytes <= 200, "{} {:?}", moves.len(), pool.usage());
        assert!(take("a", Priority::Review).is_err(), "what is kept for moves is for nobody else");
        drop(moves);
        taken.pop().unwrap().give_back();
        assert_eq!(pool.usage().idle_engines, 1);
        // The idle one makes room for another.
        let another = take("other", Priority::Analysis).unwrap();
        assert_eq!(pool.usage().idle_engines, 0);
        drop(another);
        drop(taken);
        assert_eq!(pool.usage(), Usage { idle_engines: 0, mebibytes: 0 });
    }

    #[test]
    fn a_hundred_analyses_find_memory_and_the_first_much_of_it() {
        let pool = EnginePool::new(2048, 1);
        let grants: Vec<_> = (0..100).map(|_| pool.grant(Priority::Analysis).unwrap()).collect();
        assert!(grants[0].mebibytes >= 120 && grants[99].mebibytes >= MIN_GRANT);
        assert!(pool.grant(Priority::Move).unwrap().mebibytes >= 40);
    }

    #[test]
    fn idle_engines_end() {
        let pool = EnginePool::new(200, 1);
        let player = champion();
        pool.take("a", &player, &hex(), Priority::Move).unwrap().give_back();
        pool.end_idle(Duration::from_secs(60));
        assert_eq!(pool.usage().idle_engines, 1);
        pool.end_idle(Duration::ZERO);
        assert_eq!(pool.usage(), Usage { idle_engines: 0, mebibytes: 0 });
        pool.take("a", &player, &hex(), Priority::Move).unwrap().give_back();
        pool.end_game("a");
        assert_eq!(pool.usage(), Usage { idle_engines: 0, mebibytes: 0 });
    }
}
