// Starts, kills and restarts `catena serve` on a data folder of its own.

import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const START_MS = 15000;

export class Server {
  constructor(binary) {
    this.binary = binary;
    this.data = mkdtempSync(join(tmpdir(), "catena-browser-"));
    this.port = 0;
    this.log = "";
  }

  get url() {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Starts on a free port, or again on the one it had. */
  async start() {
    const args = ["serve", "--no-open", "--port", String(this.port), "--data", this.data];
    this.process = spawn(this.binary, args, { stdio: ["ignore", "pipe", "pipe"] });
    const child = this.process;
    this.port = await new Promise((done, failed) => {
      const timer = setTimeout(() => failed(new Error(`the server said no address:\n${this.log}`)), START_MS);
      const read = (chunk) => {
        this.log += chunk;
        const match = /http:\/\/127\.0\.0\.1:(\d+)/.exec(this.log);
        if (!match) return;
        clearTimeout(timer);
        done(Number(match[1]));
      };
      child.stdout.on("data", read);
      child.stderr.on("data", read);
      child.on("exit", (code) => failed(new Error(`the server ended with ${code}:\n${this.log}`)));
    });
  }

  /** Ends without a chance to tidy up, as a power cut would. */
  async kill() {
    const ended = new Promise((done) => this.process.once("exit", done));
    this.process.kill("SIGKILL");
    await ended;
  }

  async close() {
    await this.kill();
    rmSync(this.data, { recursive: true, force: true });
  }
}
