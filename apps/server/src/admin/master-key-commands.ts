import { userInfo } from "node:os";
import type { Command } from "commander";
import type { KeyReport, RegionKeyLine } from "../transports/admin/key-report.ts";
import { MasterKeyError } from "../platform/keys/master-keys.ts";
import { sendToServer } from "../transports/admin/admin-client.ts";
import type { AdminTarget } from "./admin-target.ts";

const steps = `
A rotation, with the keys in the data folder (master.key):
  1. admin backup …              and keep a copy of master.key apart from it
  2. admin master-key rotate     makes a key, writes it in front of the others, and begins to use it
  3. admin master-key status     until every region is settled; then keep a copy of the new master.key

With the keys in LINTEL_MASTER_KEY: give every process NEW,OLD and restart these one by one, then run "rotate" on
one of them, wait for "settled", and give every process NEW alone. docs/operators-guide.md tells the whole.`;

/** `master-key status` and `rotate`: not operations, for no caller but the operator may ever have them. */
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
  add("status", "Show the master keys by their fingerprints, and which of them each region uses.");
  add(
    "rotate",
    "Begin to use a new master key in every region served here. Secrets are sealed again beside all other work; an interrupted rotation is continued by the next start.",
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

// Nobody would continue it until the next start, so the command itself waits for its end.
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

/** Only a file is added to, so that a key which was made is in one. */
function describeMadeKey({ madeKey, source }: KeyReport): string {
  return madeKey === undefined
    ? ""
    : `A new key was made: ${madeKey}. Copy the new ${source} to your safe place now: the old copy opens nothing that is written from now on.\n`;
}

function formatReport(keyReport: KeyReport): string {
  const { source, keys, regions } = keyReport;
  const keyLines = keys.map(({ fingerprint, isNeeded }, at) => {
    const use = isNeeded
      ? "needed"
      : "not needed by any region served here: remove it when you no longer restore backups made under it";
    return `  ${fingerprint}  ${at === 0 ? "newest, " : ""}${use}\n`;
  });
  return `${describeMadeKey(keyReport)}Keys of ${source}:\n${keyLines.join("")}Regions:\n${regions.map(formatRegion).join("")}`;
}

const states: Readonly<Record<RegionKeyLine["state"], string>> = {
  settled: "settled",
  waiting: "a newer key was given: begin to use it with: admin master-key rotate",
  rotating: "rotating: secrets and audit chains are being brought over",
};

function formatRegion({ region, active, state }: RegionKeyLine): string {
  return active === null
    ? `  ${region}  no data yet; it will begin with the newest key\n`
    : `  ${region}  uses ${active}; ${states[state]}\n`;
}
