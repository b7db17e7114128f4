import { readCommandLine } from "../scene/command-line.ts";
import { clearProgress, showProgress } from "../scene/progress.ts";
import { busyBackup } from "./busy-backup.fault.ts";
import { deafClients } from "./deaf-clients.fault.ts";
import type { Fault } from "./fault.types.ts";
import { fullBackupDisk } from "./full-backup-disk.fault.ts";
import { fullDataDisk } from "./full-data-disk.fault.ts";
import { jumpingClock } from "./jumping-clock.fault.ts";
import { oddRequests } from "./odd-requests.fault.ts";
import { slowClients } from "./slow-clients.fault.ts";
import { slowDatabase } from "./slow-database.fault.ts";

const faults: readonly Fault[] = [
  fullDataDisk,
  fullBackupDisk,
  busyBackup,
  slowDatabase,
  jumpingClock,
  slowClients,
  oddRequests,
  deafClients,
];

const help = `npm run proof:faults -- [options]

Causes faults in the environment of a server, and checks that their effect is limited, that the log
reports them, and that the server recovers:

${faults.map(({ name, title }) => `  ${name.padEnd(18)} ${title}`).join("\n")}

  --only NAME        only this fault
--short            without waiting for limits of a minute: under a minute, for CI
Faults that the machine does not support (a small disk, a PostgreSQL at PROOF_DATABASE) are skipped and
reported. Ends with code 1 if any check fails.
`;

const { isShort, values } = readCommandLine(help, { only: { type: "string" } });
const chosen = faults.filter(({ name }) => values.only === undefined || values.only === name);
if (chosen.length === 0) {
  process.stderr.write(`There is no fault "${String(values.only)}".\n\n${help}`);
  process.exit(2);
}
const counts = { held: 0, failed: 0, skipped: 0 };
for (const fault of chosen) counts[await tryFault(fault)] += 1;
console.log(`${counts.held} held, ${counts.failed} did not, ${counts.skipped} were skipped`);
process.exit(counts.failed === 0 ? 0 : 1);

async function tryFault(fault: Fault): Promise<keyof typeof counts> {
  const reason = await fault.skipReason();
  if (reason !== null) {
    console.log(`skipped  ${fault.name}: ${reason}`);
    return "skipped";
  }
  showProgress(`${fault.name}: ${fault.title}`);
  const began = performance.now();
  const seconds = (): string => ((performance.now() - began) / 1000).toFixed(0);
  try {
    const seen = await fault.run({ isShort });
    clearProgress();
    console.log(`held     ${fault.name}: ${fault.title} (${seconds()} s)`);
    for (const line of seen) console.log(`           ${line}`);
    return "held";
  } catch (error) {
    clearProgress();
    console.log(`FAILED   ${fault.name}: ${fault.title} (${seconds()} s)`);
    console.log(`           ${error instanceof Error ? error.message : String(error)}`);
    console.log(
      `           again with: npm run proof:faults -- --only ${fault.name}${isShort ? " --short" : ""}`,
    );
    return "failed";
  }
}
