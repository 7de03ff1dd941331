//! From a line to its reply: comments, ids, dispatch and the form of an answer.

use std::time::Duration;

use catena_core::{Cell, Color, Move, Position, Switch};
use catena_engine::{Agent, Level, Limits, Report, Session};

use crate::command::{COMMANDS, Command, Reply, Run};
use crate::peer::{Nobody, Peer, Stream};
use crate::watch::{Ending, EndsAt, Listener};

/// Permission for commands to read and write files by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileAccess {
    /// `loadsgf` and `printsgf` open the files they are told to.
    Allowed,
    /// Both are refused.
    Denied,
}

/// A session that speaks GTP.
#[derive(Debug)]
pub struct Protocol {
    pub(crate) session: Session,
    pub(crate) files: FileAccess,
    pub(crate) quit: bool,
    pub(crate) pondering: Pondering,
    pub(crate) graphics: Switch,
    pub(crate) last: Option<Finding>,
    search_deadline: Option<Duration>,
}

/// Search in the opponent's time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pondering {
    Off,
    On,
    /// On, and a move was just made.
    Due,
}

/// The last search.
#[derive(Debug)]
pub(crate) struct Finding {
    /// The game then.
    pub position: Position,
    /// For whom a move was looked for.
    pub color: Color,
    pub report: Report,
}

/// The answer to a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Response {
    /// The whole text, ending with an empty line.
    pub text: String,
    /// True if this was the last command.
    pub quit: bool,
}

impl Protocol {
    /// Speaks for a session.
    #[must_use]
    pub const fn new(session: Session, files: FileAccess) -> Self {
        Self {
            session,
            files,
            quit: false,
            pondering: Pondering::Off,
            graphics: Switch::Off,
            last: None,
            search_deadline: None,
        }
    }

    /// Ends every search after a time, whatever limits the other end sets.
    #[must_use]
    pub const fn with_search_deadline(mut self, deadline: Duration) -> Self {
        self.search_deadline = Some(deadline);
        self
    }

    /// The game behind the protocol.
    #[must_use]
    pub const fn session(&self) -> &Session {
        &self.session
    }

    /// Answers a line; `None` for an empty line or a comment, which get no reply. Nothing can
    /// interrupt a search here, and an analysis ends with its first line.
    pub fn answer(&mut self, line: &str) -> Option<Response> {
        let mut nobody = Nobody::default();
        let response = self.answer_to(line, &mut nobody)?;
        Some(Response { text: nobody.text + &response.text, ..response })
    }

    /// Answers a line to somebody who may say more meanwhile. The response is what is left to
    /// write.
    pub(crate) fn answer_to(&mut self, line: &str, peer: &mut dyn Peer) -> Option<Response> {
        let line = clean(line);
        let mut words = line.split_whitespace();
        let mut name = words.next()?;
        // An id is a number before the command; a number alone is a command without a name.
        let mut id = "";
        if name.bytes().all(|byte| byte.is_ascii_digit()) {
            id = name;
            name = words.next().unwrap_or_default();
        }
        let args: Vec<&str> = words.collect();
        let mut stream = Stream::new(peer, id);
        let reply = match COMMANDS.iter().find(|command| command.name == name) {
            Some(command) => self.run(command, &args, &mut stream),
            None => Err(format!("unknown command {:?}", shorten(name))),
        };
        let text = if stream.has_begun() { "\n".to_owned() } else { form(id, &reply) };
        Some(Response { text, quit: self.quit })
    }

    /// The answer to input that is no line of text.
    #[must_use]
    pub fn refuse(why: &str) -> Response {
        Response { text: form("", &Err(why.to_owned())), quit: false }
    }

    fn run(&mut self, command: &Command, args: &[&str], stream: &mut Stream) -> Reply {
        if !command.args.allows(args.len()) {
            return Err(format!("usage: {} {}", command.name, command.args.text).trim_end().to_owned());
        }
        match command.run {
            Run::Plain(run) => run(self, args),
            Run::Search(run) => run(self, args, stream),
        }
    }

    /// When a search ends besides its limits.
    pub(crate) fn ending(&self, at: EndsAt) -> Ending {
        Ending::new(at, self.search_deadline)
    }

    /// Goes on searching after a move of our own until something comes in; the next search finds
    /// the tree. Weaker levels would gain strength by it, so they do not.
    pub(crate) fn ponder(&mut self, peer: &mut dyn Peer) {
        if self.pondering != Pondering::Due {
            return;
        }
        self.pondering = Pondering::On;
        let position = self.session.position().clone();
        let Ok(player) = self.session.resolved() else { return };
        let keeps_its_tree = matches!(player.agent(), Agent::Mcts(_) | Agent::AlphaBeta(_));
        if !keeps_its_tree || player.level() < Level::FULL || position.outcome().is_some() {
            return;
        }
        let color = position.to_move();
        let ending = self.ending(EndsAt::Input);
        let mut listener = Listener { peer, ending, position: &position, color, graphics: Switch::Off };
        let found = self.session.think(color, Limits::default(), &mut listener);
        debug_assert!(found.is_ok(), "the game goes on and the player plays it");
    }

    /// The last search, if it was about the game under way.
    pub(crate) fn finding(&self) -> Result<&Finding, String> {
        let now = self.session.position();
        let of_this_game = |finding: &&Finding| {
            let then = &finding.position;
            then.setup() == now.setup()
                && then.start_stones() == now.start_stones()
                && now.plies().starts_with(then.plies())
        };
        self.last.as_ref().filter(of_this_game).ok_or_else(|| "there was no search in this game".to_owned())
    }
}

impl Finding {
    /// Principal variation from the position now on, if the game has followed it so far.
    pub fn expected(&self, now: &Position) -> &[Cell] {
        let Move::Place(best) = self.report.best else { return &[] };
        let line = self.report.candidates.iter().find(|candidate| candidate.cell == best);
        let line = line.map_or(&[][..], |candidate| &candidate.line);
        let played = &now.plies()[self.position.plies().len()..];
        let mut color = self.color;
        let as_expected = played.len() <= line.len()
            && played.iter().zip(line).all(|(ply, &cell)| {
                let fits = ply.color == color
                    && matches!(ply.mv, Move::Place(at) if now.topology().canonical(at) == cell);
                color = !color;
                fits
            });
        if as_expected { &line[played.len()..] } else { &[] }
    }
}

/// Drops comments and control characters; tabs are blanks.
fn clean(line: &str) -> String {
    let code = line.split('#').next().unwrap_or_default();
    code.chars().map(|c| if c == '\t' { ' ' } else { c }).filter(|c| !c.is_control()).collect()
}

/// The beginning of a text: a blob is not worth repeating.
pub(crate) fn shorten(text: &str) -> String {
    const SHOWN: usize = 40;
    text.chars().take(SHOWN).collect()
}

/// `= text` or `? text` with the id, closed by an empty line. An empty line inside the text would
/// end the reply early, so it gets a blank.
fn form(id: &str, reply: &Reply) -> String {
    let (sign, text) = match reply {
        Ok(text) => ('=', text),
        Err(text) => ('?', text),
    };
    let mut lines = text.lines();
    let first = lines.next().unwrap_or_default();
    let rest = lines.map(|line| if line.is_empty() { "\n " } else { "\n" }.to_owned() + line);
    format!("{sign}{id} {first}{}\n\n", rest.collect::<String>())
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may fail where it stands")]
mod tests {
    use super::*;
    use catena_core::{Game, Setup, SwapRule};
    use catena_engine::{ModelStore, PlayerSpec};

    #[test]
    fn an_empty_line_inside_a_reply_does_not_end_it() {
        assert_eq!(form("7", &Ok("a\n\nb".to_owned())), "=7 a\n \nb\n\n");
        assert_eq!(form("", &Err("a\n\n\n".to_owned())), "? a\n \n \n\n");
        assert_eq!(form("", &Ok(String::new())), "= \n\n");
    }

    /// Somebody who says something after listening N times.
    struct Slow(u32);

    impl Peer for Slow {
        fn interrupted(&mut self) -> bool {
            false
        }

        fn pending(&mut self) -> bool {
            self.0 = self.0.saturating_sub(1);
            self.0 == 0
        }

        fn wait(&mut self) {}

        fn write(&mut self, _: &str) {}

        fn aside(&mut self, _: &str) {}
    }

    /// Visits of the second move, after thinking ahead or not.
    fn visits(ponder: &str) -> u32 {
        let setup = Setup::new(Game::Havannah, 3, SwapRule::Off).unwrap();
        let player = "joosten,explore=2,random_below=0,expansion_threshold=2";
        let player = PlayerSpec::parse(player).unwrap();
        let player = player.resolve(Game::Havannah, &ModelStore::default()).unwrap();
        let mut protocol = Protocol::new(Session::new(setup, player, 1), FileAccess::Denied);
        for line in [ponder, "param playouts 10", "play black a1", "genmove white"] {
            assert!(protocol.answer(line).unwrap().text.starts_with('='), "{line}");
        }
        protocol.ponder(&mut Slow(30));
        let reply = protocol.session.position().legal_moves().next().unwrap();
        protocol.session.play(Color::Black, reply).unwrap();
        protocol.answer("genmove white").unwrap();
        protocol.finding().unwrap().report.visits
    }

    #[test]
    fn thinking_ahead_helps_the_next_move() {
        let (without, with) = (visits("param ponder off"), visits("param ponder on"));
        assert!(with > 2 * without, "{with} visits with and {without} without");
    }
    #[test]
    fn only_the_highest_level_thinks_ahead() {
        for (spec, thinks_ahead) in [("joosten", true), ("joosten,level=5", false)] {
            let setup = Setup::new(Game::Havannah, 3, SwapRule::Off).unwrap();
            let player = PlayerSpec::parse(spec).unwrap();
            let player = player.resolve(Game::Havannah, &ModelStore::default()).unwrap();
            let mut protocol = Protocol::new(Session::new(setup, player, 1), FileAccess::Denied);
            for line in ["param ponder on", "param playouts 10", "genmove black"] {
                assert!(protocol.answer(line).unwrap().text.starts_with('='), "{line}");
            }
            let mut peer = Slow(30);
            protocol.ponder(&mut peer);
            assert_eq!(peer.0 < 30, thinks_ahead, "{spec}");
        }
    }
}
