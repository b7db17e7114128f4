import { spawn, type ChildProcess } from "node:child_process";
import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { replayDockerfile, run, type ReplayedImage } from "./image/replay-dockerfile.ts";

// Executes the Dockerfile without a container engine and tests the result: the server starts with
// only the production packages, its health check passes, and the operator's command works with it.

const project = path.resolve(process.argv[2] ?? path.join(import.meta.dirname, ".."));
const folder = await mkdtemp(path.join(tmpdir(), "lintel-image-"));
try {
  const image = await replayDockerfile(project, folder);
  console.log("ok: every stage of the Dockerfile was executed");
  await use(image);
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function use(image: ReplayedImage): Promise<void> {
  const environment = readEnvironment(image);
  const mode = (await stat(environment["LINTEL_DATA"] ?? "")).mode & 0o777;
  if (mode !== 0o700) throw new Error(`The data folder of the image has mode ${mode.toString(8)}.`);
  const [program = "", ...args] = [...image.entrypoint, ...image.command];
  const cwd = path.join(image.root, image.workdir);
  const server = spawn(find(environment, program), args, {
    cwd,
    env: environment,
    stdio: ["ignore", "pipe", "inherit"],
  });
  try {
    const address = await waitForAddress(server);
    const options = { cwd, env: { ...environment, LINTEL_PORT: new URL(address).port } };
    for (const probe of ["healthz", "readyz"]) {
      const answer = await fetch(`${address}/${probe}`);
      if (answer.status !== 200) throw new Error(`/${probe} answered ${answer.status}.`);
      console.log(`ok: /${probe} answered ${await answer.text()}`);
    }
    await run(process.execPath, image.healthcheck.slice(1), options);
    console.log("ok: the health check passes");
    const admin =
      "admin org create --name Acme --slug acme --owner-email o@example.com --owner-name Olive";
    await run(find(environment, "lintel-server"), admin.split(" "), options);
    console.log("ok: an organization was created while the server runs");
    const version = await run(find(environment, "lintel"), ["--version"], options);
    console.log(`ok: lintel --version says ${version.trim()}`);
    await stop(server);
    console.log("ok: the server stopped on SIGTERM");
    const isStillWell = await run(process.execPath, image.healthcheck.slice(1), options).catch(
      () => null,
    );
    if (isStillWell !== null) throw new Error("The health check passes without a server.");
    console.log("ok: the health check fails without a server");
  } finally {
    server.kill("SIGKILL");
  }
}

/** The settings of the image, with paths below the folder and a free port. */
function readEnvironment(image: ReplayedImage): Record<string, string> {
  const nodeFolder = path.dirname(process.execPath);
  const settings = image.environment;
  const folders = (settings["PATH"] ?? "").split(":").filter((one) => one.startsWith("/"));
  return {
    ...settings,
    PATH: [...folders.map((one) => path.join(image.root, one)), nodeFolder, "/usr/bin:/bin"].join(
      ":",
    ),
    LINTEL_DATA: path.join(image.root, settings["LINTEL_DATA"] ?? ""),
    LINTEL_HOST: "127.0.0.1",
    LINTEL_PORT: "0",
    LINTEL_LOG_LEVEL: "error",
  };
}

/** `spawn` finds a program in the path of this process; the image has another path. */
function find(environment: Record<string, string>, program: string): string {
  return path.join((environment["PATH"] ?? "").split(":")[0] ?? "", program);
}

function waitForAddress(server: ChildProcess): Promise<string> {
  let printed = "";
  return new Promise((resolve, reject) => {
    server.on("error", reject);
    server.once("close", (code) => reject(new Error(`The server ended with ${code}: ${printed}`)));
    server.stdout?.on("data", (chunk: Buffer) => {
      printed += chunk.toString();
      const address = /Lintel listens at (\S+)/.exec(printed)?.[1];
      if (address !== undefined) resolve(address);
    });
  });
}

function stop(server: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("close", (code) =>
      code === 0 ? resolve() : reject(new Error(`The server stopped with ${code}.`)),
    );
    server.kill("SIGTERM");
  });
}
