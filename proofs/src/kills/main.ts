import { startTargetApi } from "@lintel/server/testing/target-api";
import { help, readOptions, type EngineName, type KillOptions } from "./options.ts";
import { isAnswering } from "./place.ts";
import { proveEngine } from "./prove-engine.ts";

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
  const engines = await chooseEngines(options);
  await using target = await startTargetApi();
  const codes = await Promise.all(
    engines.map((engine) => proveEngine(engine, options, target.url)),
  );
  return Math.max(0, ...codes);
}

async function chooseEngines({ engines, database }: KillOptions): Promise<EngineName[]> {
  const hasServer = engines.includes("server") && (await isAnswering(database));
  if (engines.includes("server") && !hasServer) {
    console.log(`skipped: no PostgreSQL server answers at ${database}`);
  }
  return engines.filter((engine) => engine === "embedded" || hasServer);
}
