//! Server-sent events.

use std::convert::Infallible;

use axum::response::sse::{Event, KeepAlive, Sse};
use serde::Serialize;
use tokio::sync::mpsc::Receiver;
use tokio_stream::wrappers::ReceiverStream;
use tokio_stream::{Stream, StreamExt};

pub type EventResult = Result<Event, Infallible>;

/// An event with JSON; none if the data cannot be written as such.
pub fn event(name: &str, data: &impl Serialize) -> Option<Event> {
    Event::default().event(name).json_data(data).ok()
}

/// Messages as events; one that cannot be written is left out.
pub fn stream<T: Send + 'static>(
    told: Receiver<T>,
    write: fn(T) -> Option<Event>,
) -> Sse<impl Stream<Item = EventResult>> {
    let events = ReceiverStream::new(told).filter_map(move |told| write(told).map(Ok));
    Sse::new(events).keep_alive(KeepAlive::default())
}
