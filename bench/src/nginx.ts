import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const program = process.env["LINTEL_BENCH_NGINX"] ?? "/usr/sbin/nginx";

/** Files that nginx serves, each with its compressed form. */
export interface StaticFile {
  /** Below the root, such as `/guide/install`. */
  readonly path: string;
  readonly plain: Uint8Array;
  readonly gzip: Uint8Array;
}

export interface Nginx extends AsyncDisposable {
  readonly url: string;
  /** The master and its one worker. */
  readonly pids: readonly number[];
}

/** @throws Error if nginx is missing, with the package to install */
export function needNginx(): void {
  if (existsSync(program)) return;
  throw new Error(
    `There is no nginx at ${program}: apt-get install -y nginx-light (or name another in LINTEL_BENCH_NGINX).`,
  );
}

/**
 * One worker of nginx that serves files with `gzip_static`, in a common fast configuration:
 * sendfile, cached open files, no log.
 *
 * @param headers - sent with every file, so that both sides send the same number of bytes
 */
export async function startNginx(
  files: readonly StaticFile[],
  headers: Readonly<Record<string, string>>,
): Promise<Nginx> {
  const added = Object.entries(headers).map(([name, value]) => `add_header ${name} "${value}";`);
  const folder = await makeFolder();
  for (const file of files) await writeStatic(path.join(folder, "root"), file);
  return runNginx(folder, (port) => configureFiles(folder, port, added));
}

/**
 * One worker of nginx in front of an upstream, with kept connections and no log.
 *
 * @param upstream - host and port
 * @param included - of the context `http` and of the server, such as exported rules
 */
export async function startNginxProxy(
  upstream: string,
  included: { readonly http: string; readonly server: string } = { http: "", server: "" },
): Promise<Nginx> {
  const folder = await makeFolder();
  return runNginx(folder, (port) => configureProxy(port, upstream, included));
}

async function makeFolder(): Promise<string> {
  needNginx();
  return mkdtemp(path.join(tmpdir(), "lintel-nginx-"));
}

async function runNginx(folder: string, configure: (port: number) => string): Promise<Nginx> {
  const port = await findPort();
  const pidFile = path.join(folder, "nginx.pid");
  const configuration = path.join(folder, "nginx.conf");
  await writeFile(configuration, frame(folder, configure(port)));
  const child = spawn(program, ["-c", configuration, "-e", path.join(folder, "error.log")], {
    stdio: "inherit",
  });
  const url = `http://127.0.0.1:${port}`;
  await waitUntilServed(url, child);
  return {
    url,
    pids: await readPids(pidFile),
    async [Symbol.asyncDispose]() {
      const ended = new Promise((resolve) => child.once("close", resolve));
      child.kill("SIGTERM");
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function writeStatic(root: string, { path: at, plain, gzip }: StaticFile): Promise<void> {
  const file = path.join(root, at);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, plain);
  await writeFile(`${file}.gz`, gzip);
}

/** What every configuration has; if root starts the master, its workers must be able to read the folder as well. */
function frame(folder: string, http: string): string {
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (name) => `${name}_temp_path ${folder};`,
  );
  const user = process.getuid?.() === 0 ? "user root;" : "";
  return `${user}
worker_processes 1;
daemon off;
pid ${folder}/nginx.pid;
error_log ${folder}/error.log;
events { worker_connections 512; }
http {
  ${temporary.join("\n  ")}
  access_log off;
  keepalive_requests 100000000;
  ${http}
}
`;
}

const configureFiles = (folder: string, port: number, added: readonly string[]) => `
  sendfile on;
  tcp_nopush on;
  open_file_cache max=10000;
  gzip_static on;
  default_type "text/html; charset=utf-8";
  ${added.join("\n  ")}
  server {
    listen 127.0.0.1:${port};
    root ${folder}/root;
  }`;

const configureProxy = (
  port: number,
  upstream: string,
  included: { readonly http: string; readonly server: string },
) => `
  ${included.http}
  upstream target {
    server ${upstream};
    keepalive 64;
    keepalive_requests 100000000;
  }
  server {
    listen 127.0.0.1:${port};
    ${included.server}
    location / {
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header Host $host;
      proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
      proxy_pass http://target;
    }
  }`;

async function waitUntilServed(url: string, child: ReturnType<typeof spawn>): Promise<void> {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`nginx ended with ${child.exitCode}.`);
    const answer = await fetch(url).catch(() => null);
    if (answer !== null) return;
    await sleep(20);
  }
}

/** The system lists the children of a process (proc(5)). */
async function readPids(pidFile: string): Promise<number[]> {
  const master = Number(await readFile(pidFile, "utf8"));
  const children = await readFile(`/proc/${master}/task/${master}/children`, "utf8");
  return [master, ...children.trim().split(" ").filter(Boolean).map(Number)];
}

/** A port that was free a moment ago: nginx does not report which port it got. */
export function findPort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}
