import { findPrograms } from "./cluster.ts";

/**
 * Reads the arguments, and runs a proof on a PostgreSQL server of its own.
 *
 * @param prove - takes the folder of the server's programs; returns the exit code
 */
export async function runClusterProof<Options>(
  read: (args: readonly string[]) => Options | null,
  help: string,
  prove: (options: Options, programs: string) => Promise<number>,
): Promise<number> {
  try {
    const options = read(process.argv.slice(2));
    if (options === null) {
      console.log(help);
      return 0;
    }
    const programs = await findPrograms();
    if (programs === null) {
      console.log("skipped: no programs of a PostgreSQL server (initdb, pg_ctl) are installed");
      return 0;
    }
    return await prove(options, programs);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return 2;
  }
}
