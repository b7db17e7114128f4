import { execFile, spawn } from "node:child_process";
import { access, chown, mkdtemp, readdir, rm } from "node:fs/promises";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import type { RestartMode } from "./options.ts";

const execute = promisify(execFile);

/** A separate PostgreSQL cluster that the proof can restart. */
export interface Cluster extends AsyncDisposable {
  /** Its only database. */
  readonly url: string;
  /** Resolves when it accepts connections again. */
  restart(mode: RestartMode): Promise<void>;
}

/** The folder of initdb and pg_ctl; null if they are not installed. */
export async function findPrograms(): Promise<string | null> {
  const debian = "/usr/lib/postgresql";
  const versions = await readdir(debian).catch(() => []);
  const newestFirst = versions.sort((left, right) => Number(right) - Number(left));
  const named = await execute("pg_config", ["--bindir"]).then(
    ({ stdout }) => [stdout.trim()],
    () => [],
  );
  const folders = [...named, ...newestFirst.map((version) => path.join(debian, version, "bin"))];
  for (const folder of folders) {
    const isThere = await access(path.join(folder, "initdb")).then(
      () => true,
      () => false,
    );
    if (isThere) return folder;
  }
  return null;
}

/** The user of the cluster, because initdb refuses to run as root. */
type Owner = { readonly uid: number; readonly gid: number } | null;

export async function makeCluster(programs: string): Promise<Cluster> {
  const owner = await chooseOwner();
  const folder = await mkdtemp(path.join(tmpdir(), "lintel-cluster-"));
  if (owner !== null) await chown(folder, owner.uid, owner.gid);
  const data = path.join(folder, "data");
  const run = (program: string, args: readonly string[]) =>
    runProgram(path.join(programs, program), args, folder, owner);
  await run("initdb", ["-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-sync"]);
  const port = await findPort();
  const settings = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=${folder}`;
  const log = path.join(folder, "log");
  await run("pg_ctl", ["start", "-w", "-D", data, "-l", log, "-o", settings]);
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    restart: (mode) => run("pg_ctl", ["restart", "-w", "-D", data, "-l", log, "-m", mode]),
    async [Symbol.asyncDispose]() {
      await run("pg_ctl", ["stop", "-w", "-D", data, "-m", "immediate"]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function chooseOwner(): Promise<Owner> {
  if (process.getuid?.() !== 0) return null;
  const read = async (flag: string) => Number((await execute("id", [flag, "postgres"])).stdout);
  return { uid: await read("-u"), gid: await read("-g") };
}

/** Its output is dropped, because the cluster would inherit a pipe and keep it open. */
function runProgram(
  program: string,
  args: readonly string[],
  cwd: string,
  owner: Owner,
): Promise<void> {
  const child = spawn(program, args, { cwd, stdio: "ignore", ...owner });
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code) => {
      if (code === 0) resolve();
      else reject(new Error(`${program} ${args.join(" ")} ended with ${code}.`));
    });
  });
}

/** A port of loopback that nothing listens on. */
export async function findPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
