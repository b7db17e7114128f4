import { findPrograms } from "./cluster.ts";
import { help, readOptions } from "./options.ts";
import { proveNodes } from "./prove-nodes.ts";

process.exitCode = await main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  return 2;
});

async function main(args: readonly string[]): Promise<number> {
  const options = readOptions(args);
  if (options === null) {
    console.log(help);
    return 0;
  }
  const programs = await findPrograms();
  if (programs === null) {
    console.log("skipped: no programs of a PostgreSQL server (initdb, pg_ctl) are installed");
    return 0;
  }
  return proveNodes(options, programs);
}
