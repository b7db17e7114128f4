import { writeFile } from "node:fs/promises";
import path from "node:path";
import { constants, zstdCompressSync } from "node:zlib";
import { PGlite } from "@electric-sql/pglite";
import { clusterImage } from "../apps/server/src/platform/database/cluster/start-cluster.ts";
import server from "../apps/server/package.json" with { type: "json" };

// Creates the image from which a new embedded database starts. Run `npm run cluster` after the
// version of the embedded engine has changed. It takes about 30 seconds and a gigabyte of memory.

const engine = await PGlite.create();
const dump = await engine.dumpDataDir("none");
await engine.close();
const image = zstdCompressSync(new Uint8Array(await dump.arrayBuffer()), {
  params: {
    [constants.ZSTD_c_compressionLevel]: 22,
    [constants.ZSTD_c_windowLog]: 27,
  },
});
await writeFile(clusterImage, image);
const origin = { pglite: server.dependencies["@electric-sql/pglite"] };
await writeFile(
  path.join(path.dirname(clusterImage), "cluster-origin.json"),
  `${JSON.stringify(origin, null, 2)}\n`,
);
console.log(
  `${path.relative(process.cwd(), clusterImage)}: ${(image.length / 1024).toFixed(0)} KiB`,
);
