//! Those who watch a review: what is known, then what is found until its end.

use std::sync::Arc;

use tokio::sync::broadcast::error::RecvError;
use tokio::sync::mpsc::{self, Receiver};

use super::running::AssessedCount;
use super::{ReviewEvent, ReviewedNode, reviewed_nodes};
use crate::error::AppResult;
use crate::json::AccuracyJson;
use crate::stored_game::StoredGame;
use crate::{App, with_store};

/// Events that wait for a slow client.
const QUEUE_LENGTH: usize = 16;

/// A message to the follower of a review.
#[derive(Clone, Debug)]
pub enum FollowEvent {
    Move(Box<ReviewedNode>),
    Progress(AssessedCount),
    Failed(String),
    /// The end; the accuracy of the players, unless the game was deleted.
    Done(Option<AccuracyJson>),
}

/// Tells the stored results, then new ones until the end of the review.
pub async fn follow(app: &Arc<App>, id: String) -> AppResult<Receiver<FollowEvent>> {
    // Listening starts before reading, so that nothing falls in between.
    let mut listening = app.reviews.listen(&id);
    let game_id = id.clone();
    let game = with_store(app, move |app| StoredGame::load_with_notes(&app.store, &id)).await?;
    let known = reviewed_nodes(&game);
    let (sender, receiver) = mpsc::channel(QUEUE_LENGTH);
    let of_follower = Arc::clone(app);
    app.spawn(async move {
        let stored = known.iter().map(|reviewed| FollowEvent::Move(Box::new(reviewed.clone())));
        let progress = listening.as_ref().map(|(progress, _)| FollowEvent::Progress(*progress));
        for event in stored.chain(progress) {
            if sender.send(event).await.is_err() {
                return;
            }
        }
        while let Some((_, review)) = &mut listening {
            let event = match review.recv().await {
                Ok(ReviewEvent::Progress(progress)) => FollowEvent::Progress(progress),
                // Found between listening and reading.
                Ok(ReviewEvent::Move(reviewed)) if known.contains(&reviewed) => continue,
                Ok(ReviewEvent::Move(reviewed)) => FollowEvent::Move(Box::new(reviewed)),
                Ok(ReviewEvent::Failed(sentence)) => FollowEvent::Failed(sentence),
                Err(RecvError::Lagged(_)) => continue,
                Err(RecvError::Closed) => break,
            };
            if sender.send(event).await.is_err() {
                return;
            }
        }
        let accuracy = with_store(&of_follower, move |app| {
            Ok(AccuracyJson::of(&StoredGame::load_with_notes(&app.store, &game_id)?))
        });
        // The client may have gone just now.
        drop(sender.send(FollowEvent::Done(accuracy.await.ok())).await);
    });
    Ok(receiver)
}
