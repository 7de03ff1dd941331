//! Taking messages from a queue. A server that dies on the way never says that there are no more, so there is a deadline.

use std::time::Duration;

use async_nats::jetstream::Message;
use async_nats::jetstream::consumer::PullConsumer;
use tokio::time::timeout;
use tokio_stream::StreamExt;

use crate::error::ClusterError;

/// Maximum time for an answer of the server.
const ANSWER: Duration = Duration::from_secs(2);

/// Wait for messages if there are none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wait {
    /// Not at all: what is there is taken.
    No,
    /// So long, for one message.
    For(Duration),
}

/// The messages that are there, or the first that comes.
pub(crate) async fn take(
    consumer: &PullConsumer,
    most: usize,
    wait: Wait,
) -> Result<Vec<Message>, ClusterError> {
    let failed = |error| ClusterError::server("messages")(error);
    let (waited, asked) = match wait {
        Wait::No => (Duration::ZERO, timeout(ANSWER, consumer.fetch().max_messages(most).messages()).await),
        Wait::For(time) => {
            let batch = consumer.batch().max_messages(1).expires(time).messages();
            (time, timeout(ANSWER, batch).await)
        }
    };
    let silent = || ClusterError::Content("the NATS server does not answer".to_owned());
    let mut messages = asked.map_err(|_| silent())?.map_err(|error| failed(error.into()))?;
    let mut found = Vec::new();
    loop {
        match timeout(waited + ANSWER, messages.next()).await {
            Ok(None) => return Ok(found),
            Ok(Some(Ok(message))) => found.push(message),
            // Delivered messages are ours, whatever came after them.
            _ if !found.is_empty() => return Ok(found),
            Ok(Some(Err(error))) => return Err(failed(error)),
            Err(_) => return Err(silent()),
        }
    }
}
