import { userInfo } from "node:os";
import path from "node:path";
import { Option, type Command } from "commander";
import type { RestoreConsent } from "../platform/backup/check-backup.ts";
import { BackupError } from "../platform/backup/backup-format.ts";
import { sendToServer } from "../transports/admin/admin-client.ts";
import type { AdministeredRegion, AdminTarget } from "./admin-target.ts";

/** `backup` and `restore`. They are not operations, because only the operator may use them. */
export function addBackupCommands(
  program: Command,
  target: AdminTarget,
  exit: (code: number) => void,
): void {
  const region = () =>
    new Option("--region <region>", "the region")
      .choices(target.regions)
      .default(target.regions[0]);
  program
    .command("backup")
    .description(
      "Write all data of a region into a new file (mode 0600), whether or not the server runs. The file does not contain the master key: store that separately.",
    )
    .argument("<file>", "a file that does not exist yet")
    .addOption(region())
    .exitOverride()
    .action(async (file: string, options: { region: string }) => {
      exit(await explain(() => backUp(target, options.region, path.resolve(file))));
    });
  program
    .command("restore")
    .description(
      "Restore a backup into an empty region, of either engine. No server may run on the data folder.",
    )
    .argument("<file>", "a file that `backup` wrote")
    .addOption(region())
    .option(
      "--drop-secrets",
      "continue without the master key of the backup: encrypted secrets are omitted, and the audit log can no longer be verified",
    )
    .option(
      "--unauthenticated",
      "continue although no master key proves who wrote the file (old format, or its key is lost): its author could have added users",
    )
    .exitOverride()
    .action(async (file: string, options: RestoreFlags) => {
      const consent = {
        dropsSecrets: options.dropSecrets === true,
        isUnauthenticated: options.unauthenticated === true,
      };
      exit(await explain(() => restore(target, options.region, path.resolve(file), consent)));
    });
}

interface RestoreFlags {
  readonly region: string;
  readonly dropSecrets?: true;
  readonly unauthenticated?: true;
}

async function backUp(target: AdminTarget, region: string, file: string): Promise<void> {
  const operator = userInfo().username;
  const answer = await sendToServer(target.socketPath, { region, file, operator });
  if (answer !== null && answer.status !== 200)
    throw new BackupError(String(answer.body["detail"]));
  const summary =
    answer === null
      ? await withRegion(target, region, (found) => found.backUp(file, operator))
      : answer.body["output"];
  const { tables, rows } = summary as { tables: number; rows: number };
  process.stdout.write(`${file}: ${rows} rows of ${tables} tables. The master key is not in it.\n`);
}

async function restore(
  target: AdminTarget,
  region: string,
  file: string,
  consent: RestoreConsent,
): Promise<void> {
  const operator = userInfo().username;
  const summary = await withRegion(target, region, (found) =>
    found.restore(file, operator, consent),
  );
  const warning = summary.isUnderAnotherKey
    ? " Encrypted secrets were omitted: set them again."
    : "";
  process.stdout.write(
    `Restored ${summary.rows} rows of ${summary.tables} tables into region ${region}.${warning}\n`,
  );
}

async function withRegion<T>(
  target: AdminTarget,
  region: string,
  act: (region: AdministeredRegion) => Promise<T>,
): Promise<T> {
  const installation = await target.open();
  try {
    const found = installation.cells.find((cell) => cell.region === region);
    if (found === undefined) throw new BackupError(`Region ${region} is not served here.`);
    return await act(found);
  } finally {
    await installation.close();
  }
}

async function explain(act: () => Promise<void>): Promise<number> {
  try {
    await act();
    return 0;
  } catch (error) {
    if (!(error instanceof BackupError)) throw error;
    process.stderr.write(`${error.message}\n`);
    return 1;
  }
}
