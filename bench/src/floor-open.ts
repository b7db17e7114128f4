import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { PGlite } from "@electric-sql/pglite";
import type { DatabaseLocation } from "@lintel/server/platform/database/open-database";

// The floor for start and memory: a process that only opens the embedded database and runs one
// query. The listener reports to the bench that it is ready, and keeps the process alive.

const location = JSON.parse(process.argv[2] ?? "") as DatabaseLocation;
if (location.engine !== "embedded" || location.folder === null) throw new Error("Needs a folder.");
const database = await PGlite.create({ dataDir: location.folder });
await database.query("select count(*) from environment");

const server = createServer((_, response) => response.end());
server.listen(0, "127.0.0.1", () => {
  const { port } = server.address() as AddressInfo;
  process.stdout.write(`The floor listens at http://127.0.0.1:${port}\n`);
});
process.once("SIGTERM", () => void database.close().then(() => process.exit()));
