import { existsSync } from "node:fs";
import { readdir, rm, stat } from "node:fs/promises";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { sendToServer } from "@lintel/server/transports/admin/admin-client";
import { leaveServerCommand } from "../scene/server-process.ts";
import { hold, type Fault } from "./fault.types.ts";
import { call, startTried, waitUntil, type TriedServer } from "./tried-server.ts";

const writers = 3;
/** A seeded organization has about sixty rows: this makes more than 13,200. */
const organizations = { short: 60, long: 240 } as const;
/** How much longer a backup may take while others write, and how long they may wait for each 100 MB. */
const maxSlowdown = 3;
const maxWaitMs = 2000;

/** A backup of the embedded engine during writes, and one whose caller disconnects. */
export const busyBackup: Fault = {
  name: "busy-backup",
  title: "a backup during writes, and one whose caller disconnects",
  skipReason: async () => null,
  async run({ isShort }) {
    const tried = await startTried({
      organizations: isShort ? organizations.short : organizations.long,
      settings: { LINTEL_RATE_LIMIT: "100000" },
    });
    try {
      // The first one loads more code than the others.
      await backUp(tried, "first");
      const idle = [await backUp(tried, "idle"), await backUp(tried, "again")];
      const idleMs = Math.max(...idle.map(({ ms }) => ms));
      const load = startWriters(tried);
      await wait(2000);
      const quiet = load.longest();
      const busy = await backUp(tried, "busy");
      const waited = load.longest();
      await checkLeaver(tried);
      const written = await load.stop();
      const megabytes = (await folderSize(path.join(tried.scratch.data, "eu"))) / 1e6;
      const waitBar = maxWaitMs * Math.max(1, megabytes / 100);
      const seen = `${busy.rows} rows, ${megabytes.toFixed(0)} MB: idle ${idleMs} ms, with ${writers} writers ${busy.ms} ms; the longest write ${waited} ms (${quiet} ms without a backup), ${written} writes`;
      hold(busy.ms <= maxSlowdown * idleMs, `The backup starved: ${seen}`);
      hold(waited <= waitBar, `The writers starved: ${seen}`);
      return [seen, "a backup whose caller was killed left nothing, and the next one was whole"];
    } finally {
      await tried.close();
    }
  },
};

async function backUp(tried: TriedServer, name: string): Promise<{ rows: number; ms: number }> {
  const file = path.join(tried.scratch.path, `${name}.backup`);
  const began = performance.now();
  const request = { region: "eu", file, operator: "proof" };
  const answer = await sendToServer(path.join(tried.scratch.data, "admin.sock"), request);
  const ms = Math.round(performance.now() - began);
  hold(answer?.status === 200, `The backup is answered ${JSON.stringify(answer)}`);
  const { rows } = answer.body["output"] as { rows: number };
  return { rows, ms };
}

interface Load {
  /** The longest call since the last report, in ms, including a running call. */
  longest(): number;
  /** @returns how many were written */
  stop(): Promise<number>;
}

function startWriters({ server, organizations: seeded }: TriedServer): Load {
  const stopping = new AbortController();
  const began = new Map<number, number>();
  let longest = 0;
  let written = 0;
  const writing = Array.from({ length: writers }, async (_, writer) => {
    const key = seeded[writer]?.keys.owner ?? "";
    for (let at = 0; !stopping.signal.aborted; at += 1) {
      began.set(writer, performance.now());
      const name = `written ${writer} ${at}`;
      const { status, ms } = await call(server.url, key, "POST", "/api/projects", { name });
      began.delete(writer);
      hold(status === 201, `A write during a backup is answered ${status}.`);
      longest = Math.max(longest, ms);
      written += 1;
    }
  });
  return {
    longest() {
      const present = [...began.values()].map((at) => Math.round(performance.now() - at));
      const most = Math.max(longest, ...present);
      longest = 0;
      return most;
    },
    async stop() {
      stopping.abort();
      await Promise.all(writing);
      return written;
    },
  };
}

async function checkLeaver(tried: TriedServer): Promise<void> {
  const file = path.join(tried.scratch.path, "left.backup");
  const command = leaveServerCommand(["admin", "backup", file], tried.settings);
  const copied = await waitUntil(async () => (await listCopies(tried)).length > 0, 60_000);
  hold(copied !== null, "The backup whose caller disconnects never began.");
  await command.kill();
  const next = await backUp(tried, "next");
  hold(next.rows > 0, "The backup after one whose caller disconnected is empty.");
  hold(!existsSync(file), "A backup was finished although its caller disconnected.");
  hold(
    !existsSync(`${file}.partial`),
    "A backup whose caller disconnected leaves a part of its file.",
  );
  hold((await listCopies(tried)).length === 0, "A backup leaves a copy in the data folder.");
  await rm(file, { force: true });
}

async function listCopies({ scratch }: TriedServer): Promise<string[]> {
  return (await readdir(scratch.data)).filter((name) => name.includes(".copy-"));
}

async function folderSize(folder: string): Promise<number> {
  const names = await readdir(folder, { recursive: true });
  const sizes = await Promise.all(
    names.map(async (name) => (await stat(path.join(folder, name)).catch(() => null))?.size ?? 0),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
