//! Offering the jobs of a run: its description and models first, then its jobs, each once.

use std::collections::BTreeMap;
use std::path::PathBuf;

use async_nats::jetstream::message::PublishMessage;
use catena_arena::runner::{Job, RunDescription};
use catena_model::ModelHash;

use crate::blobs;
use crate::connection::Connection;
use crate::error::ClusterError;
use crate::names::{RunId, SPEED, queue};

/// A run on the server.
pub(crate) struct Offer {
    pub run: RunId,
    description: Vec<u8>,
    models: Vec<Vec<u8>>,
    build: String,
    /// The processor that jobs need, if not any.
    pub processor: Option<String>,
    /// Speed of this machine, if it matters.
    speed: Option<f64>,
    /// Jobs whose results are not known.
    pub open: BTreeMap<u64, Job>,
    /// Tells the ids of messages apart.
    offers: u64,
}

/// A description with what tells runs of the same kind apart.
#[derive(serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct OfferedRun {
    pub description: RunDescription,
    /// Where the results are kept.
    pub home: String,
}

impl Offer {
    pub fn new(
        description: RunDescription,
        home: &str,
        build: &str,
        processor: Option<String>,
        speed: Option<f64>,
    ) -> Result<Self, ClusterError> {
        let mut models = Vec::new();
        for model in &description.models {
            let path = PathBuf::from(&model.path);
            let content = std::fs::read(&path).map_err(|error| ClusterError::File(path.clone(), error))?;
            if ModelHash::of(&content).to_string() != model.hash {
                return Err(ClusterError::Changed(path));
            }
            models.push(content);
        }
        let described = OfferedRun { description, home: home.to_owned() };
        let description = serde_json::to_vec(&described).expect("a description is JSON");
        Ok(Self {
            run: RunId::new(&description),
            description,
            models,
            build: build.to_owned(),
            processor,
            speed,
            open: BTreeMap::new(),
            offers: 0,
        })
    }

    /// Puts on the server what jobs name.
    pub async fn describe(&self, connection: &Connection) -> Result<(), ClusterError> {
        for model in &self.models {
            blobs::put(connection, model).await?;
        }
        blobs::put(connection, &self.description).await.map(drop)
    }

    /// Offers jobs; those that wait or are under way are not offered again.
    pub async fn publish(&mut self, connection: &Connection, numbers: &[u64]) -> Result<(), ClusterError> {
        let mut acknowledged = Vec::new();
        for number in numbers {
            let Some(job) = self.open.get(number) else { continue };
            let mut needs = job.programs.clone();
            needs.extend(self.processor.clone());
            let subject = self.run.job(&queue(&self.build, &needs), job.number);
            self.offers += 1;
            let id = format!("{}.{}.{}.{}", self.run.as_str(), job.number, std::process::id(), self.offers);
            let mut message = PublishMessage::build().payload(job.body.clone().into()).message_id(id);
            if let Some(speed) = self.speed {
                message = message.header(SPEED, speed.to_string().as_str());
            }
            let sent = connection.context.send_publish(subject, message).await;
            acknowledged.push(sent.map_err(|error| ClusterError::server("a job")(error.into()))?);
        }
        for acknowledged in acknowledged {
            match acknowledged.await {
                Ok(_) => {}
                Err(error) if is_known(&error) => {}
                Err(error) => return Err(ClusterError::server("a job")(error.into())),
            }
        }
        Ok(())
    }

    /// Takes back what nobody has begun.
    pub async fn withdraw(&self, connection: &Connection) -> Result<(), ClusterError> {
        let jobs = connection.jobs().await?;
        let purged = jobs.purge().filter(self.run.all_jobs()).await;
        purged.map(drop).map_err(|error| ClusterError::server("taking back jobs")(error.into()))
    }
}

/// Returns true if a job was refused because it waits already.
fn is_known(error: &async_nats::jetstream::context::PublishError) -> bool {
    let mut cause: Option<&dyn std::error::Error> = Some(error);
    while let Some(error) = cause {
        if error.to_string().contains("maximum messages per subject exceeded") {
            return true;
        }
        cause = error.source();
    }
    false
}
