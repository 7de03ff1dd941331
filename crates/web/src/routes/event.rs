//! Server-sent events.

use std::convert::Infallible;

use axum::response::sse::{Event, KeepAlive, Sse};
use serde::Serialize;
use tokio::sync::mpsc::Receiver;
use tokio_stream::Stream;
use tokio_stream::wrappers::ReceiverStream;

pub type EventResult = Result<Event, Infallible>;

/// An event with JSON; none if the data cannot be written as such.
pub fn event(name: &str, data: &impl Serialize) -> Option<Event> {
    Event::default().event(name).json_data(data).ok()
}

pub fn stream(events: Receiver<EventResult>) -> Sse<impl Stream<Item = EventResult>> {
    Sse::new(ReceiverStream::new(events)).keep_alive(KeepAlive::default())
}
