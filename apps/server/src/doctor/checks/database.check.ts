import { sql } from "kysely";
import { isContract, listAhead, listMigrations } from "../../platform/database/migrate.ts";
import {
  openDatabase,
  type Database,
  type DatabaseLocation,
} from "../../platform/database/open-database.ts";
import { explainConnection } from "../../platform/database/explain-connection.ts";
import { findDamage, isMade } from "./embedded-files.ts";
import { fault, ok, warning, type Check, type DoctorTarget, type Finding } from "./check.types.ts";

/** The oldest server version with all required features. */
const minServerVersion = 150_000;
/** A larger clock difference makes logs and audit entries hard to compare. */
const maxSkewMs = 5000;

export const databaseCheck: Check = {
  name: "databases",
  summary:
    "Every region's database answers, has a supported version, and has the schema of this version.",
  async look(target) {
    const findings = await Promise.all(
      target.regions.map(({ region, location }) => lookAt(target, region, location)),
    );
    return findings.flat();
  },
};

async function lookAt(
  target: DoctorTarget,
  region: string,
  location: DatabaseLocation,
): Promise<Finding[]> {
  if (location.engine === "embedded") return [await lookAtFolder(region, location.folder)];
  const database = await openDatabase(location);
  try {
    return [
      await askVersion(region, database.db),
      await askSchema(target, region, database.db),
      await askClock(region, database.db),
    ];
  } catch (error) {
    const { hostname, port } = new URL(location.url);
    const setting = `LINTEL_DATABASE_${region.toUpperCase()}`;
    const { what, fix } = explainConnection(error, location.url, setting) ?? {
      what: `${hostname}:${port || 5432} does not answer (${(error as Error).message})`,
      fix: `Start the server, or correct ${setting}: address, database, user and password.`,
    };
    return [fault(`Region ${region}: ${what}.`, fix)];
  } finally {
    await database.close();
  }
}

// Only its files are checked: one process at a time can open the folder, and that is the server.
async function lookAtFolder(region: string, folder: string | null): Promise<Finding> {
  if (folder === null || !(await isMade(folder))) {
    return ok(`Region ${region} is embedded; its first use creates it.`);
  }
  const damage = await findDamage(folder);
  return damage === null
    ? ok(`Region ${region} is embedded, in ${folder}.`)
    : fault(
        `Region ${region}: ${folder} is broken: ${damage}.`,
        "Move the folder away and restore a backup: `lintel-server admin backup restore --help`.",
      );
}

async function askVersion(region: string, db: Database): Promise<Finding> {
  const { rows } = await sql<{ version: string; number: number }>`
    select current_setting('server_version') as version, current_setting('server_version_num')::int as number`.execute(
    db,
  );
  const { version = "?", number = 0 } = rows[0] ?? {};
  return number >= minServerVersion
    ? ok(`Region ${region}: PostgreSQL ${version} answers.`)
    : fault(
        `Region ${region}: PostgreSQL ${version} is too old.`,
        "Upgrade the server to version 15 or newer.",
      );
}

async function askSchema(target: DoctorTarget, region: string, db: Database): Promise<Finding> {
  const present = await listMigrations(db);
  const ahead = listAhead(present, target.migrations);
  const newer = `Region ${region}: the schema is newer than this version (${ahead.join(", ")})`;
  if (ahead.some(isContract)) {
    return fault(
      `${newer}, and lacks parts that it uses.`,
      "Start the newer version that created it; schemas cannot be downgraded.",
    );
  }
  if (ahead.length > 0) {
    return warning(`${newer}, which can still serve.`, "Upgrade every node to the newer version.");
  }
  const missing = target.migrations.length - present.length;
  return missing === 0
    ? ok(`Region ${region}: the schema is that of this version.`)
    : warning(
        `Region ${region}: ${missing} migrations are pending.`,
        "The next start applies them. Make a backup first.",
      );
}

async function askClock(region: string, db: Database): Promise<Finding> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db);
  const skewMs = Math.abs(Date.now() - (rows[0]?.now.getTime() ?? 0));
  return skewMs <= maxSkewMs
    ? ok(`Region ${region}: its clock agrees with this one.`)
    : warning(
        `Region ${region}: its clock and this one differ by ${Math.round(skewMs / 1000)} s.`,
        "Synchronize both machines by NTP.",
      );
}
