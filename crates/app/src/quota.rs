//! Limits on the computations that one visitor, one address and all together may request at the same time.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::error::{AppError, AppResult};

/// The most at the same time, those that wait included. A page asks for a few.
#[derive(Clone, Copy, Debug)]
pub struct QuotaLimits {
    pub per_visitor: usize,
    /// A household or an office; not for this machine itself, where a proxy may run.
    pub per_address: usize,
    pub in_all: usize,
    /// Of the last two, the part that is kept for moves: one in this number.
    pub parts_for_moves: usize,
}

/// What a place is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QuotaUse {
    /// Somebody waits for a move.
    Move,
    /// Everything else.
    Other,
}

impl QuotaLimits {
    pub const SEARCHES: Self = Self { per_visitor: 32, per_address: 256, in_all: 1024, parts_for_moves: 4 };
    /// Reviews wait in line, so there can be many of them.
    pub const REVIEWS: Self =
        Self { per_visitor: 8, per_address: 64, in_all: 512, parts_for_moves: usize::MAX };
}

/// When to ask again.
const RETRY_AFTER: Duration = Duration::from_secs(5);

/// Sender of a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RequestSender {
    pub address: IpAddr,
    /// The browser, by its cookie; programs have none.
    pub visitor: Option<String>,
}

impl RequestSender {
    fn visitor_key(&self) -> QuotaKey {
        match &self.visitor {
            Some(visitor) => QuotaKey::Visitor(visitor.clone()),
            None => QuotaKey::NoCookie(network(self.address)),
        }
    }
}

/// Visitor or address that is counted.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum QuotaKey {
    Visitor(String),
    NoCookie(IpAddr),
    Address(IpAddr),
    All,
}

/// An address, or the network of a customer: providers give out IPv6 addresses by the 2^64.
pub fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(v6) if !v6.is_loopback() => {
            let [a, b, c, d, ..] = v6.segments();
            IpAddr::V6(Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0))
        }
        other => other,
    }
}

/// Computations under way, by client.
pub struct Quota {
    /// Name of the counted things, in the plural.
    what: &'static str,
    limits: QuotaLimits,
    counts: Mutex<HashMap<QuotaKey, usize>>,
}

impl Quota {
    pub fn new(what: &'static str, limits: QuotaLimits) -> Arc<Self> {
        Arc::new(Self { what, limits, counts: Mutex::default() })
    }

    fn counts(&self) -> MutexGuard<'_, HashMap<QuotaKey, usize>> {
        self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A place for one more request, until it is dropped.
    pub fn enter(self: &Arc<Self>, client: &RequestSender, purpose: QuotaUse) -> AppResult<QuotaPlace> {
        let QuotaLimits { per_visitor, per_address, in_all, parts_for_moves } = self.limits;
        let share = |limit: usize| match purpose {
            QuotaUse::Move => limit,
            QuotaUse::Other => limit - limit / parts_for_moves,
        };
        let mut wanted = vec![(client.visitor_key(), per_visitor), (QuotaKey::All, share(in_all))];
        if !client.address.to_canonical().is_loopback() {
            wanted.push((QuotaKey::Address(network(client.address)), share(per_address)));
        }
        let mut counts = self.counts();
        for (key, limit) in &wanted {
            if counts.get(key).is_some_and(|count| count >= limit) {
                let whose = match key {
                    QuotaKey::Visitor(_) | QuotaKey::NoCookie(_) => "of yours",
                    QuotaKey::Address(_) => "from your address",
                    QuotaKey::All => "in all",
                };
                let what = self.what;
                let message = format!("{limit} {what} {whose} are under way: try again when some have ended");
                return Err(AppError::limit_reached(message, RETRY_AFTER));
            }
        }
        let keys: Vec<QuotaKey> = wanted.into_iter().map(|(key, _)| key).collect();
        keys.iter().for_each(|key| *counts.entry(key.clone()).or_default() += 1);
        Ok(QuotaPlace { quota: Arc::clone(self), keys })
    }
}

/// The place of one request.
pub struct QuotaPlace {
    quota: Arc<Quota>,
    keys: Vec<QuotaKey>,
}

impl Drop for QuotaPlace {
    fn drop(&mut self) {
        let mut counts = self.quota.counts();
        for key in &self.keys {
            let Some(count) = counts.get_mut(key) else { continue };
            *count -= 1;
            if *count == 0 {
                counts.remove(key);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMITS: QuotaLimits =
        QuotaLimits { per_visitor: 2, per_address: 3, in_all: 5, parts_for_moves: usize::MAX };

    fn client(address: &str, visitor: Option<&str>) -> RequestSender {
        RequestSender { address: address.parse().unwrap(), visitor: visitor.map(str::to_owned) }
    }

    #[test]
    fn visitors_addresses_and_all_have_their_limits() {
        let quota = Quota::new("searches", LIMITS);
        let enter = |address, visitor| quota.enter(&client(address, visitor), QuotaUse::Other);
        let refused = |address, visitor| match enter(address, visitor) {
            Err(error) => error.to_string(),
            Ok(_) => panic!("{address} {visitor:?} has a place"),
        };
        let mut places = vec![enter("10.0.0.1", Some("a")).unwrap(), enter("10.0.0.1", Some("a")).unwrap()];
        assert!(refused("10.0.0.1", Some("a")).contains("2 searches of yours"));
        assert!(refused("10.0.0.2", Some("a")).contains("of yours"), "a visitor moves");
        places.push(enter("10.0.0.1", Some("b")).unwrap());
        assert!(refused("10.0.0.1", Some("c")).contains("3 searches from your address"));
        assert!(refused("::ffff:10.0.0.1", Some("c")).contains("from your address"));
        places.extend([enter("10.0.0.2", None).unwrap(), enter("127.0.0.1", Some("d")).unwrap()]);
        assert!(refused("127.0.0.1", Some("e")).contains("5 searches in all"));
        drop(places);
        assert!(quota.counts().is_empty());
    }

    #[test]
    fn this_machine_has_no_limit_by_address_and_a_network_is_one_customer() {
        let quota = Quota::new("searches", QuotaLimits { per_address: 1, ..LIMITS });
        let enter =
            |address: &str, visitor: &str| quota.enter(&client(address, Some(visitor)), QuotaUse::Other);
        let _places: Vec<_> = ["a", "b", "c"].map(|name| enter("127.0.0.1", name).unwrap()).into();
        let _one = enter("2001:db8::1", "f").unwrap();
        assert!(enter("2001:db8::2", "g").is_err());
        assert!(enter("2001:db8:0:1::2", "h").is_ok());
    }

    #[test]
    fn a_part_is_kept_for_moves() {
        let limits = QuotaLimits { per_visitor: 9, per_address: 4, in_all: 8, parts_for_moves: 4 };
        let quota = Quota::new("searches", limits);
        let enter = |address: &str, purpose| quota.enter(&client(address, Some(address)), purpose);
        let mut places: Vec<_> = (0..3).map(|_| enter("10.0.0.1", QuotaUse::Other).unwrap()).collect();
        assert!(enter("10.0.0.1", QuotaUse::Other).is_err());
        places.push(enter("10.0.0.1", QuotaUse::Move).unwrap());
        assert!(enter("10.0.0.1", QuotaUse::Move).is_err(), "an address has a limit for moves too");
        places.extend((0..2).map(|_| enter("10.0.0.2", QuotaUse::Other).unwrap()));
        assert!(enter("10.0.0.3", QuotaUse::Other).is_err());
        places.extend((0..2).map(|_| enter("10.0.0.3", QuotaUse::Move).unwrap()));
        assert!(enter("10.0.0.3", QuotaUse::Move).is_err());
    }
}
