import path from "node:path";
import { runServerCommand, startServerProcess } from "../scene/server-process.ts";
import { makeSmallDisk, whyNoSmallDisk } from "./full-disk.ts";
import { hold, type Fault } from "./fault.types.ts";
import {
  call,
  isOutage,
  startTried,
  waitUntil,
  type Timed,
  type TriedServer,
  seesPrinted,
} from "./tried-server.ts";

const description = "x".repeat(4000);

/** The disk of an embedded database fills up during writes, and later has space again. */
export const fullDataDisk: Fault = {
  name: "full-data-disk",
  title: "the disk of the embedded database is full",
  skipReason: whyNoSmallDisk,
  async run() {
    const disk = await makeSmallDisk(160);
    const seen: string[] = [];
    try {
      const tried = await startTried({
        dataFolder: path.join(disk.path, "data"),
        organizations: 30,
      });
      const written: string[] = [];
      try {
        // The region is already open: opening a database on a full disk is another case.
        hold((await write(tried, 0)).status === 201, "The first write is refused.");
        for (const leftBytes of [6 << 20, 0]) {
          await disk.fill(leftBytes);
          seen.push(`${leftBytes >> 20} MiB of the disk are free`);
          written.push(...(await writeUntilRefused(tried, seen)));
          await checkReads(tried, seen);
          await disk.makeRoom();
          const back = await waitUntil(async () => (await write(tried, 0)).status === 201, 30_000);
          hold(back !== null, "No call was served within 30 s after there was space again.");
          seen.push(`served again ${back} ms after there was space`);
        }
        await checkKept(tried.server.url, tried, written);
        hold(tried.server.ended() === null, `The process ended with ${tried.server.ended()}.`);
        hold(
          await seesPrinted(tried, /space|ENOSPC|53100/i),
          "No line of the log says that the disk is full.",
        );
      } finally {
        await tried.server.end();
      }
      await checkRestart(tried, written, seen);
      await tried.close();
    } finally {
      await disk.remove();
    }
    return seen;
  },
};

let serial = 0;

function write({ server, organizations }: TriedServer, at: number): Promise<Timed> {
  const key = organizations[at % organizations.length]?.keys.owner ?? "";
  serial += 1;
  return call(server.url, key, "POST", "/api/projects", { name: `Written ${serial}`, description });
}

async function writeUntilRefused(tried: TriedServer, seen: string[]): Promise<string[]> {
  const written: string[] = [];
  const refused: Timed[] = [];
  for (let at = 0; at < 2800 && refused.length < 10; at += 1) {
    const answer = await write(tried, at);
    if (answer.status === 201) written.push(String(answer.body["id"]));
    else refused.push(answer);
  }
  hold(
    refused.length > 0,
    `${written.length} writes fitted on a full disk: the proof is too small.`,
  );
  const odd = refused.find((answer) => !isOutage(answer));
  hold(
    odd === undefined,
    `A write on a full disk is answered ${odd?.status} ${JSON.stringify(odd?.body)}; the log: ${tried.server.printed().slice(-3000)}`,
  );
  const slowest = Math.max(...refused.map(({ ms }) => ms));
  seen.push(
    `${written.length} writes fitted, then ${refused.length} were answered 503 within ${slowest} ms`,
  );
  return written;
}

async function checkReads({ server, organizations }: TriedServer, seen: string[]): Promise<void> {
  const answers = await Promise.all(
    organizations.slice(0, 10).map(({ keys }) => call(server.url, keys.owner, "GET", "/api/me")),
  );
  const odd = answers.find((answer) => answer.status !== 200 && !isOutage(answer));
  hold(
    odd === undefined,
    `A read on a full disk is answered ${odd?.status} ${JSON.stringify(odd?.body)}`,
  );
  seen.push(
    `of 10 reads at the same time ${answers.filter(({ status }) => status === 200).length} were answered 200`,
  );
}

async function checkKept(
  url: string,
  { organizations }: TriedServer,
  written: readonly string[],
): Promise<void> {
  for (const id of [...written.slice(0, 5), ...written.slice(-20)]) {
    const at = written.indexOf(id);
    const key = organizations[at % organizations.length]?.keys.secondOwner ?? "";
    const { status } = await call(url, key, "GET", `/api/projects/${id}`);
    hold(
      status === 200,
      `Project ${id}, whose creation was acknowledged, is answered ${status} afterwards.`,
    );
  }
}

async function checkRestart(
  tried: TriedServer,
  written: readonly string[],
  seen: string[],
): Promise<void> {
  const again = await startServerProcess({ settings: tried.settings });
  try {
    await checkKept(again.url, tried, written);
    const slug = `org-${tried.organizations[0]?.token}`;
    const verified = await runServerCommand(
      ["admin", "audit", "verify", "--org", slug],
      tried.settings,
    );
    hold(
      verified.code === 0,
      `The audit log is broken afterwards: ${verified.stdout}${verified.stderr}`,
    );
    seen.push("everything acknowledged is there after a restart, and the audit chain holds");
  } finally {
    await again.end();
  }
}
