import { userInfo } from "node:os";
import type { Command } from "commander";
import type { KeyReport, RegionKeyLine } from "../transports/admin/key-report.ts";
import { MasterKeyError } from "../platform/keys/master-keys.ts";
import { sendToServer } from "../transports/admin/admin-client.ts";
import type { AdminTarget } from "./admin-target.ts";

const steps = `
A rotation, with the keys in the data folder (master.key):
  1. admin backup …              and store a copy of master.key separately
  2. admin master-key rotate     creates a key, writes it before the others, and begins to use it
  3. admin master-key status     repeat until every region is settled; then store a copy of the new master.key

With the keys in LINTEL_MASTER_KEY: give every process NEW,OLD and restart these one by one, then run "rotate" on
one of them, wait for "settled", and give every process only NEW. docs/operators-guide.md explains the details.`;

/** `master-key status` and `rotate`. They are not operations, because only the operator may use them. */
export function addMasterKeyCommands(
  program: Command,
  target: AdminTarget,
  exit: (code: number) => void,
): void {
  const group = program
    .command("master-key")
    .description("Show which master keys are in use, and replace them.")
    .addHelpText("after", steps)
    .exitOverride();
  const add = (action: "status" | "rotate", description: string): void => {
    group
      .command(action)
      .description(description)
      .option("--json", "print JSON")
      .exitOverride()
      .action(async (options: { json?: true }) => {
        exit(await carryOut(target, action, options.json === true));
      });
  };
  add("status", "Show the fingerprints of the master keys, and which of them each region uses.");
  add(
    "rotate",
    "Begin to use a new master key in every region of this server. Secrets are encrypted again in the background; the next start continues an interrupted rotation.",
  );
}

async function carryOut(
  target: AdminTarget,
  masterKey: "status" | "rotate",
  asJson: boolean,
): Promise<number> {
  try {
    const operator = userInfo().username;
    const answer = await sendToServer(target.socketPath, { masterKey, operator });
    if (answer !== null && answer.status !== 200)
      throw new MasterKeyError(String(answer.body["detail"]));
    const report = (answer?.body["output"] ??
      (await actHere(target, masterKey, operator))) as KeyReport;
    process.stdout.write(asJson ? `${JSON.stringify(report, null, 2)}\n` : formatReport(report));
    return 0;
  } catch (error) {
    if (!(error instanceof MasterKeyError)) throw error;
    process.stderr.write(`${error.message}\n`);
    return 1;
  }
}

// Only the next start would continue it, so the command waits for its end.
async function actHere(
  target: AdminTarget,
  action: "status" | "rotate",
  operator: string,
): Promise<KeyReport> {
  const installation = await target.open();
  try {
    const { keeper } = installation;
    return action === "status" ? await keeper.report() : await keeper.rotate(operator, true);
  } finally {
    await installation.close();
  }
}

/** Only a key file can be extended, so a new key is always in a file. */
function describeMadeKey({ madeKey, source }: KeyReport): string {
  return madeKey === undefined
    ? ""
    : `A new key was created: ${madeKey}. Copy the new ${source} to a safe place now: the old copy cannot decrypt new data.\n`;
}

function formatReport(keyReport: KeyReport): string {
  const { source, keys, regions } = keyReport;
  const keyLines = keys.map(({ fingerprint, isNeeded }, at) => {
    const use = isNeeded
      ? "needed"
      : "not needed by any region of this server: remove it when you no longer need backups that use it";
    return `  ${fingerprint}  ${at === 0 ? "newest, " : ""}${use}\n`;
  });
  return `${describeMadeKey(keyReport)}Keys of ${source}:\n${keyLines.join("")}Regions:\n${regions.map(formatRegion).join("")}`;
}

const states: Readonly<Record<RegionKeyLine["state"], string>> = {
  settled: "settled",
  waiting: "a newer key is available; begin to use it with: admin master-key rotate",
  rotating: "rotating: secrets and audit chains are being converted",
};

function formatRegion({ region, active, state }: RegionKeyLine): string {
  return active === null
    ? `  ${region}  no data yet; it will use the newest key\n`
    : `  ${region}  uses ${active}; ${states[state]}\n`;
}
