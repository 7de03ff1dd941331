//! Limit on the connections of an address. This machine may have any number: a proxy may run here.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};

use catena_app::quota::network;

/// The connections of each address.
pub struct PerAddress {
    max: usize,
    counts: Mutex<HashMap<IpAddr, usize>>,
}

impl PerAddress {
    pub fn new(max: usize) -> Arc<Self> {
        Arc::new(Self { max, counts: Mutex::default() })
    }

    /// A place for one more connection, until it is dropped; none if the address has enough.
    pub fn enter(self: &Arc<Self>, address: IpAddr) -> Option<AddressPlace> {
        let address = network(address);
        let mut counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        let count = counts.entry(address).or_default();
        if *count >= self.max && !address.is_loopback() {
            return None;
        }
        *count += 1;
        Some(AddressPlace { all: Arc::clone(self), address })
    }
}

/// The place of one connection.
pub struct AddressPlace {
    all: Arc<PerAddress>,
    address: IpAddr,
}

impl Drop for AddressPlace {
    fn drop(&mut self) {
        let mut counts = self.all.counts.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = counts.get_mut(&self.address) {
            *count -= 1;
            if *count == 0 {
                counts.remove(&self.address);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_has_its_limit_and_this_machine_has_none() {
        let all = PerAddress::new(2);
        let far: IpAddr = "10.0.0.1".parse().unwrap();
        let near: IpAddr = "127.0.0.1".parse().unwrap();
        let places: Vec<_> = (0..2).map(|_| all.enter(far).unwrap()).collect();
        assert!(all.enter(far).is_none());
        let _many: Vec<_> = (0..10).map(|_| all.enter(near).unwrap()).collect();
        drop(places);
        assert!(all.enter(far).is_some());
    }
}
