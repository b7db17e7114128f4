import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";

// Adds the packages of other platforms to package-lock.json. A mirror of the registry may not have
// all of them; npm then omits them from the lockfile, and `npm ci` refuses it on every platform.
// The first argument can name a folder; the default is the project.

interface LockedPackage {
  version?: string;
  optional?: boolean;
  dev?: boolean;
  os?: string[];
  cpu?: string[];
  libc?: string[];
  optionalDependencies?: Record<string, string>;
}

interface Lockfile {
  packages: Record<string, LockedPackage>;
}

const systems = [
  "aix",
  "android",
  "darwin",
  "freebsd",
  "linux",
  "netbsd",
  "openbsd",
  "openharmony",
  "sunos",
  "win32",
];
const processors = [
  "arm64",
  "arm",
  "ia32",
  "loong64",
  "mips64el",
  "ppc64",
  "riscv64",
  "s390x",
  "wasm32",
  "x64",
];

/** The platform in a package's name, so that npm skips the package on others. */
function readPlatform(name: string): Pick<LockedPackage, "os" | "cpu" | "libc"> {
  const words = name.split(/[/-]/);
  const os = systems.find((system) => words.includes(system));
  const cpu = processors.find((processor) => words.includes(processor));
  const libc = words.some((word) => word.startsWith("musl")) ? "musl" : undefined;
  return {
    ...(os === undefined ? {} : { os: [os] }),
    ...(cpu === undefined ? {} : { cpu: [cpu] }),
    ...(libc === undefined ? {} : { libc: [libc] }),
  };
}

/**
 * The folders in which a parent finds a package: the outermost first, the parent's own folder last.
 */
function listPlaces(parent: string, name: string): string[] {
  const words = parent.split("node_modules/");
  // The project and its workspaces are in no such folder: they use the outermost.
  if (words.length === 1) return [`node_modules/${name}`];
  const outer = words
    .slice(0, -1)
    .map((_, depth) => words.slice(0, depth + 1).join("node_modules/"));
  return [...outer, `${parent}/`].map((folder) => `${folder}node_modules/${name}`);
}

/** Adds missing packages, only with exact versions, as packages name their own builds. */
function complete(lock: Lockfile): string[] {
  const added: string[] = [];
  // From the top down, so that the outermost place goes to the package that is there already.
  const parents = Object.entries(lock.packages).sort(
    ([left], [right]) => left.split("node_modules/").length - right.split("node_modules/").length,
  );
  for (const [parentPlace, parent] of parents) {
    for (const [name, version] of Object.entries(parent.optionalDependencies ?? {})) {
      const platform = readPlatform(name);
      const isBuild =
        /^\d/.test(version) && (platform.os !== undefined || platform.cpu !== undefined);
      const places = listPlaces(parentPlace, name);
      if (!isBuild || places.some((place) => lock.packages[place]?.version === version)) continue;
      const free = places.find((place) => lock.packages[place] === undefined);
      if (free === undefined) throw new Error(`There is no place for ${name}@${version}.`);
      lock.packages[free] = {
        version,
        ...(parent.dev === true ? { dev: true } : {}),
        optional: true,
        ...platform,
      };
      added.push(name);
    }
  }
  return added;
}

const file = path.join(
  process.argv[2] ?? path.join(import.meta.dirname, ".."),
  "package-lock.json",
);
const lock = JSON.parse(await readFile(file, "utf8")) as Lockfile;
const added = complete(lock);
const sorted = Object.entries(lock.packages).sort(([left], [right]) => (left < right ? -1 : 1));
await writeFile(
  file,
  `${JSON.stringify({ ...lock, packages: Object.fromEntries(sorted) }, null, 2)}\n`,
);
console.log(
  added.length === 0
    ? "The lockfile is complete."
    : `Added ${added.length} packages of other platforms.`,
);
