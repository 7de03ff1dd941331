//! Parameters of a session that can be listed, read and set by name: its own, and those of the
//! player's search.

use catena_core::SwapRule;
use catena_search::Param;

use crate::{Limits, PlayerSpec, Session, parse_duration};

/// A parameter of the session itself.
struct SessionParam {
    name: &'static str,
    range: &'static str,
    help: &'static str,
    get: fn(&Session) -> String,
    set: fn(&mut Session, &str) -> Result<(), String>,
}

fn count_or_off(value: &str) -> Result<Option<u64>, String> {
    match value {
        "off" => Ok(None),
        text => match text.parse().ok().filter(|&count| count > 0) {
            Some(count) => Ok(Some(count)),
            None => Err("a number from 1 or off expected".to_owned()),
        },
    }
}

const SESSION_PARAMS: &[SessionParam] = &[
    SessionParam {
        name: "player",
        range: "a preset with changes: champion,level=3",
        help: "Who chooses the moves.",
        get: |session| session.player().to_string(),
        set: |session, value| {
            session.set_player(PlayerSpec::parse(value).map_err(|error| error.to_string())?);
            Ok(())
        },
    },
    SessionParam {
        name: "level",
        range: "1..=10",
        help: "Playing strength: 1 for beginners, 10 for full strength.",
        get: |session| session.player().level().number().to_string(),
        set: |session, value| session.set_of_player("level", value),
    },
    SessionParam {
        name: "time",
        range: "5s, 300ms, 2m or off",
        help: "Time for a move, where no clock is set.",
        get: |session| {
            session.limits().time.map_or("off".to_owned(), |time| format!("{}s", time.as_secs_f64()))
        },
        set: |session, value| {
            let time = match value {
                "off" => None,
                text => Some(parse_duration(text).ok_or("a time such as 5s or off expected")?),
            };
            session.set_limits(Limits { time, ..session.limits() });
            Ok(())
        },
    },
    SessionParam {
        name: "playouts",
        range: "a whole number or off",
        help: "Playouts for a move; of several limits the first that is reached counts.",
        get: |session| session.limits().playouts.map_or("off".to_owned(), |playouts| playouts.to_string()),
        set: |session, value| {
            session.set_limits(Limits { playouts: count_or_off(value)?, ..session.limits() });
            Ok(())
        },
    },
    SessionParam {
        name: "visits",
        range: "a whole number or off",
        help: "Visits of the root for a move; of several limits the first that is reached counts.",
        get: |session| session.limits().visits.map_or("off".to_owned(), |visits| visits.to_string()),
        set: |session, value| {
            session.set_limits(Limits { visits: count_or_off(value)?, ..session.limits() });
            Ok(())
        },
    },
    SessionParam {
        name: "threads",
        range: "1..=256",
        help: "Threads of a search.",
        get: |session| session.threads().to_string(),
        set: |session, value| {
            let threads = value.parse().ok().filter(|threads| (1..=256).contains(threads));
            session.set_threads(threads.ok_or("a number from 1 to 256 expected")?);
            Ok(())
        },
    },
    SessionParam {
        name: "seed",
        range: "a whole number from 0",
        help: "Seed of the random numbers; setting it starts them again.",
        get: |session| session.seed().to_string(),
        set: |session, value| {
            session.set_seed(value.parse().map_err(|_| "a whole number from 0 expected")?);
            Ok(())
        },
    },
    SessionParam {
        name: "swap",
        range: "off|on",
        help: "Whether the second player may take over the first stone.",
        get: |session| session.position().setup().swap().to_string(),
        set: |session, value| {
            let swap = SwapRule::parse(value).ok_or("on or off expected")?;
            session.set_swap(swap).map_err(|error| error.to_string())
        },
    },
];

impl Session {
    /// All parameters with their values now.
    #[must_use]
    pub fn params(&self) -> Vec<Param> {
        let own = SESSION_PARAMS.iter().map(|own| Param {
            name: own.name,
            value: (own.get)(self),
            range: own.range.to_owned(),
            help: own.help,
        });
        own.chain(self.resolved().into_iter().flat_map(|player| player.params())).collect()
    }

    /// Changes a parameter.
    ///
    /// # Errors
    /// If there is none of that name or the value does not fit; nothing is changed then.
    pub fn set_param(&mut self, name: &str, value: &str) -> Result<(), String> {
        match SESSION_PARAMS.iter().find(|own| own.name == name) {
            Some(own) => (own.set)(self, value).map_err(|why| format!("parameter {name}: {why}")),
            None => self.set_of_player(name, value),
        }
    }

    fn set_of_player(&mut self, name: &str, value: &str) -> Result<(), String> {
        let mut player = self.player().clone();
        player.set(name, value).map_err(|error| error.to_string())?;
        self.set_player(player);
        Ok(())
    }
}
