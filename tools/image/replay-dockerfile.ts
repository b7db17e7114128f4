import { spawn } from "node:child_process";
import { chmod, cp, mkdir, readdir, readFile, stat } from "node:fs/promises";
import path from "node:path";
import { DockerfileParser, type Instruction } from "dockerfile-ast";
import ignore from "@balena/dockerignore";

/** The result of a build: the file system of the last stage, and its start command. */
export interface ReplayedImage {
  /** The folder that represents `/`. */
  readonly root: string;
  readonly workdir: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly entrypoint: readonly string[];
  readonly command: readonly string[];
  readonly healthcheck: readonly string[];
}

interface Stage {
  readonly root: string;
  workdir: string;
  environment: Record<string, string>;
  readonly lists: Record<string, readonly string[]>;
}

/**
 * Executes COPY, RUN, WORKDIR and ENV of every stage of a Dockerfile in a folder, with Node and the
 * shell of this machine instead of the base image. It does not change owners.
 */
export async function replayDockerfile(project: string, folder: string): Promise<ReplayedImage> {
  const text = await readFile(path.join(project, "Dockerfile"), "utf8");
  const stages = new Map<string, Stage>();
  let stage: Stage | null = null;
  for (const instruction of DockerfileParser.parse(text).getInstructions()) {
    if (instruction.getKeyword() === "FROM") {
      stage = await openStage(stages, instruction, path.join(folder, String(stages.size)));
    } else if (stage !== null) {
      await carryOut(project, stages, stage, instruction);
    }
  }
  if (stage === null) throw new Error("The Dockerfile has no stage.");
  const { root, workdir, environment, lists } = stage;
  return {
    root,
    workdir,
    environment,
    entrypoint: lists["ENTRYPOINT"] ?? [],
    command: lists["CMD"] ?? [],
    healthcheck: lists["HEALTHCHECK"] ?? [],
  };
}

async function openStage(
  stages: Map<string, Stage>,
  from: Instruction,
  root: string,
): Promise<Stage> {
  const [image = "", , name = `stage-${stages.size}`] = argumentsOf(from);
  const base = stages.get(image);
  const stage: Stage = {
    root,
    workdir: base?.workdir ?? "/",
    environment: { ...base?.environment },
    lists: {},
  };
  await mkdir(root, { recursive: true });
  if (base !== undefined) await copyAll(base.root, root);
  stages.set(name, stage);
  return stage;
}

async function carryOut(
  project: string,
  stages: ReadonlyMap<string, Stage>,
  stage: Stage,
  instruction: Instruction,
): Promise<void> {
  const keyword = instruction.getKeyword();
  if (keyword === "WORKDIR") {
    stage.workdir = path.posix.resolve(stage.workdir, argumentsOf(instruction)[0] ?? "/");
    await mkdir(place(stage, "."), { recursive: true });
  } else if (keyword === "ENV") {
    for (const pair of argumentsOf(instruction)) {
      const [name = "", ...value] = pair.split("=");
      stage.environment[name] = value.join("=");
    }
  } else if (keyword === "COPY") {
    await copy(project, stages, stage, instruction);
  } else if (keyword === "RUN") {
    await run("sh", ["-c", instruction.getArgumentsContent()?.replace(/^(--\S+\s+)*/, "") ?? ""], {
      cwd: place(stage, "."),
    });
  } else if (["ENTRYPOINT", "CMD", "HEALTHCHECK"].includes(keyword)) {
    const text = instruction.getArgumentsContent() ?? "";
    stage.lists[keyword] = JSON.parse(text.slice(text.indexOf("["))) as string[];
  }
}

function argumentsOf(instruction: Instruction): string[] {
  return instruction.getArguments().map((argument) => argument.getValue());
}

/** The path on this machine of a path in the image. */
function place(stage: Stage, inImage: string): string {
  return path.join(stage.root, path.posix.resolve(stage.workdir, inImage));
}

async function copy(
  project: string,
  stages: ReadonlyMap<string, Stage>,
  stage: Stage,
  instruction: Instruction,
): Promise<void> {
  const words = argumentsOf(instruction);
  const from = /--from=(\S+)/.exec(instruction.getTextContent())?.[1];
  const sources = words.filter((word) => !word.startsWith("--"));
  const target = sources.pop() ?? ".";
  for (const source of sources) {
    const origin = from === undefined ? undefined : stages.get(from);
    if (from !== undefined && origin === undefined) throw new Error(`There is no stage ${from}.`);
    const found = origin === undefined ? path.join(project, source) : place(origin, source);
    const isFolder = (await stat(found)).isDirectory();
    const isInto = !isFolder && (sources.length > 1 || /(\/|^\.)$/.test(target));
    const to = place(stage, isInto ? path.join(target, path.basename(source)) : target);
    if (origin === undefined) await copySent(found, to, await readIgnored(project));
    else await copyAll(found, to);
  }
}

type IsSent = (file: string) => boolean;

async function readIgnored(project: string): Promise<IsSent> {
  const ignored = ignore.default().add(await readFile(path.join(project, ".dockerignore"), "utf8"));
  return (file) => {
    const relative = path.relative(project, file);
    return relative === "" || !ignored.ignores(relative);
  };
}

/** Copies from another stage with `cp`, because an installation has tens of thousands of files. */
async function copyAll(from: string, to: string): Promise<void> {
  const isFolder = (await stat(from)).isDirectory();
  const folder = isFolder ? to : path.dirname(to);
  await mkdir(folder, { recursive: true });
  await run("cp", ["-a", isFolder ? `${from}/.` : from, to], { cwd: folder });
}

/** Copies files of the project that .dockerignore does not exclude. */
async function copySent(from: string, to: string, isSent: IsSent): Promise<void> {
  if (!(await stat(from)).isDirectory()) {
    if (!isSent(from)) throw new Error(`COPY ${from}: .dockerignore excludes it.`);
    await mkdir(path.dirname(to), { recursive: true });
    await cp(from, to);
    return;
  }
  await mkdir(to, { recursive: true });
  // An excluded folder can contain files that are included again, so only files are tested.
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)];
    if (entry.name === "node_modules" && !isSent(source)) continue;
    if (entry.isDirectory()) await copySent(source, target, isSent);
    else if (isSent(source)) await cp(source, target, { verbatimSymlinks: true });
    if (entry.isDirectory()) await chmod(target, (await stat(source)).mode);
  }
}

/** Runs a program to its end. @throws Error with its output if it fails */
export function run(
  program: string,
  args: readonly string[],
  options: { readonly cwd: string; readonly env?: NodeJS.ProcessEnv },
): Promise<string> {
  const child = spawn(program, args, { ...options, stdio: ["ignore", "pipe", "pipe"] });
  let printed = "";
  child.stdout.on("data", (chunk: Buffer) => (printed += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (printed += chunk.toString()));
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) =>
      code === 0
        ? resolve(printed)
        : reject(new Error(`${program} ${args.join(" ")} ended with ${code}:\n${printed}`)),
    );
  });
}
