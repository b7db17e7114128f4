import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";

// Holds every package to its surface: `exports` names at most 20 entry files, apart from those for tests,
// each entry is used by another package, and nothing reaches past it with a relative path or a re-export.

const root = path.join(import.meta.dirname, "..");
const maxEntries = 20;

/** `bench` and `proofs` measure parts of the server, which no other package may import. */
const open = new Set(["@lintel/server"]);

interface Package {
  readonly name: string;
  /** With a slash at its end, such as `packages/json/`. */
  readonly folder: string;
  readonly entries: readonly string[];
}

const listFiles = (...patterns: string[]): string[] =>
  execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", ...patterns], {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  })
    .split("\n")
    .filter((file) => file !== "");

function readPackage(manifest: string): Package {
  const text = readFileSync(path.join(root, manifest), "utf8");
  const { name, exports = {} } = JSON.parse(text) as { name: string; exports?: object };
  return { name, folder: `${path.posix.dirname(manifest)}/`, entries: Object.keys(exports) };
}

const packages = listFiles("packages/*/package.json", "apps/*/package.json").map(readPackage);
const errors: string[] = [];
const used = new Map(packages.map(({ name }) => [name, new Set<string>()]));

const matches = (entry: string, wanted: string): boolean => {
  const [start = "", end] = entry.split("*");
  return end === undefined ? entry === wanted : wanted.startsWith(start) && wanted.endsWith(end);
};

/** Notes a specifier such as `@lintel/json/value` as a use of its entry. */
function noteUse(specifier: string, from: Package | undefined): void {
  const [, name = "", rest = ""] = /^(@lintel\/[a-z-]+)\/(.+)$/.exec(specifier) ?? [];
  const target = packages.find((each) => each.name === name);
  if (target === undefined || target === from) return;
  for (const entry of target.entries) if (matches(entry, `./${rest}`)) used.get(name)?.add(entry);
}

function checkFile(file: string): void {
  const text = readFileSync(path.join(root, file), "utf8");
  const from = packages.find(({ folder }) => file.startsWith(folder));
  for (const [, specifier = ""] of text.matchAll(/["`](@lintel\/[^"`\n]+)["`]/g))
    noteUse(specifier, from);
  for (const [, specifier = ""] of text.matchAll(/(?:from|import|import\()\s*"(\.[^"]*)"/g)) {
    const target = path.posix.join(path.posix.dirname(file), specifier);
    const owner = packages.find(({ folder }) => target.startsWith(folder));
    if (owner === undefined || owner === from || open.has(owner.name)) continue;
    errors.push(`${file}: import an entry of ${owner.name} instead of ${specifier}.`);
  }
  if (from !== undefined && /^export (?:type )?(?:\*|\{[^}]*\})[^;]* from /m.test(text))
    errors.push(`${file}: export what this file declares, and nothing of another file.`);
}

const files = listFiles("*.ts", "*.tsx", "*.js", "*.mjs");
for (const file of files) checkFile(file);
for (const { name, entries } of packages.filter((each) => !open.has(each.name))) {
  const counted = entries.filter((entry) => !entry.startsWith("./testing/"));
  if (counted.length > maxEntries)
    errors.push(`${name} exports ${counted.length} entries: at most ${maxEntries} are allowed.`);
  if (entries.includes("./*")) errors.push(`${name} exports ./*: name its entries.`);
  for (const entry of entries)
    if (used.get(name)?.has(entry) !== true)
      errors.push(`${name} exports ${entry}, which no other package uses.`);
}
if (files.length < 1000 || packages.length < 10)
  errors.push(`Only ${files.length} files of ${packages.length} packages were found.`);
for (const error of errors) console.error(error);
process.exitCode = errors.length === 0 ? 0 : 1;
if (errors.length === 0)
  console.log(`${packages.length} packages are used by their entries alone.`);
