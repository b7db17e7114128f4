import { readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { format } from "oxfmt";

// Writes the lists of what has a file of its own, so that a new file is in its list without another edit.
// It reads texts and imports nothing of the project: a list that names a deleted file must not keep it
// from being written. With --check it only reports the lists that are out of date.

const root = path.join(import.meta.dirname, "..");
const contract = "packages/contract/src";
const rules = "packages/openapi/src/rules";
const runner = "packages/runner/src";
const scanner = "packages/scanner/src";
const migrations = "apps/server/src/migrations";
const weaknesses = "apps/bookshop/src/weaknesses";

/** Objects of one type that are declared in the files of one folder. */
interface Items {
  readonly folder: string;
  /** How the names of the files end. */
  readonly ending: string;
  readonly type: string;
  /** The file that declares the type. */
  readonly typeFile: string;
  /** The function that makes some of the objects. */
  readonly maker?: string;
}

interface Declared {
  readonly file: string;
  readonly name: string;
  /** The object's code, format or name, by which a table finds it. */
  readonly key: string;
}

const operators: Items = {
  folder: `${runner}/operators`,
  ending: ".ts",
  type: "Operator",
  typeFile: "operator.types.ts",
  maker: "ordering",
};
const sources: Items = {
  folder: `${runner}/assertions`,
  ending: "-source.ts",
  type: "Source",
  typeFile: "source.types.ts",
};
const reports: Items = {
  folder: `${runner}/reports`,
  ending: ".ts",
  type: "Report",
  typeFile: "report.types.ts",
};

/** The objects that a file declares. @throws where one of them has no key that can be read. */
function readDeclared(file: string, text: string, { type, maker = type }: Items): Declared[] {
  const start = new RegExp(`^export const (\\w+)(?:: ${type} =| = ${maker}\\()`);
  return text.split(/^(?=export )/m).flatMap((part) => {
    const name = start.exec(part)?.[1];
    if (name === undefined) return [];
    const key = /^\s+(?:code|format|name|id): "([^"]+)",$/m.exec(part)?.[1];
    if (key === undefined)
      throw new Error(`${file}: ${name} begins with no code, format, name or id.`);
    return [{ file, name, key }];
  });
}

/** @throws where a file declares an object in a way, or under a name, that keeps it out of the list. */
function refuseUnlisted(file: string, text: string, { ending, type }: Items): void {
  const declared = new RegExp(
    `^export const \\w+(?:: ${type} =|.*\\b(?:as|satisfies) ${type};$)`,
    "m",
  );
  if (!file.endsWith(ending) && declared.test(text))
    throw new Error(`${file} declares a ${type}: its name must end with ${ending}.`);
  if (new RegExp(`\\b(?:as|satisfies) ${type};$`, "m").test(text))
    throw new Error(`${file}: write "export const name: ${type} = …", or it is in no list.`);
}

async function listDeclared(items: Items): Promise<Declared[]> {
  const { folder, ending, type } = items;
  const isSource = (name: string) =>
    name.endsWith(".ts") && !/\.(?:test|types|generated)\.ts$/.test(name);
  const files = (await readdir(path.join(root, folder))).filter(isSource).sort();
  const found = await Promise.all(
    files.map(async (file) => {
      const text = await readFile(path.join(root, folder, file), "utf8");
      refuseUnlisted(file, text, items);
      return file.endsWith(ending) ? readDeclared(file, text, items) : [];
    }),
  );
  if (found.flat().length === 0) throw new Error(`${folder} declares no ${type}.`);
  return found.flat();
}

/**
 * What is in a generated file keeps its place, so that the contract and the documentation keep their order;
 * what is new follows the others of its file.
 */
function keepOrder(list: string, all: readonly Declared[]): Declared[] {
  const placeOf = ({ name, key }: Declared) =>
    list.search(new RegExp(`\\b${name}\\b|"${key}"|\\b${key}: `));
  const known = all.filter((each) => placeOf(each) >= 0);
  const ordered = known.toSorted((left, right) => placeOf(left) - placeOf(right));
  for (const each of all.filter((one) => !known.includes(one))) {
    const last = ordered.findLastIndex(({ file }) => file === each.file);
    ordered.splice(last < 0 ? ordered.length : last + 1, 0, each);
  }
  return ordered;
}

/** The part of a generated file that declares a list or a table. */
const partOf = (present: string, name: string): string =>
  new RegExp(`^export const ${name}\\b[^;]*;`, "m").exec(present)?.[0] ?? "";

/** Imports the declared objects into a file, which is in the folder itself or above it. */
function writeImports(into: string, { folder, type, typeFile }: Items, all: readonly Declared[]) {
  const place = (file: string) => {
    const relative = path.posix.relative(path.posix.dirname(into), path.posix.join(folder, file));
    return relative.startsWith(".") ? relative : `./${relative}`;
  };
  const byFile = Map.groupBy(all, ({ file }) => file);
  const lines = [...byFile].map(
    ([file, names]) =>
      `import { ${names.map(({ name }) => name).join(", ")} } from "${place(file)}";`,
  );
  return [...lines, `import type { ${type} } from "${place(typeFile)}";`, ""].join("\n");
}

const writeList = (into: string, name: string, items: Items) => async (present: string) => {
  const all = keepOrder(partOf(present, name), await listDeclared(items));
  const names = all.map((each) => each.name).join(", ");
  return `${writeImports(into, items, all)}
export const ${name}: readonly ${items.type}[] = [${names}];`;
};

const writeTable = (into: string, name: string, items: Items) => async (present: string) => {
  const all = keepOrder(partOf(present, name), await listDeclared(items));
  const entries = all
    .map(({ key, name: value }) => (key === value ? key : `${key}: ${value}`))
    .join(", ");
  return `${writeImports(into, items, all)}
export const ${name} = { ${entries} } as const satisfies Readonly<Record<string, ${items.type}>>;`;
};

async function writeNames(present: string): Promise<string> {
  const named = {
    assertionOperators: operators,
    assertionSources: sources,
    reportFormats: reports,
  };
  const lists = Object.entries(named).map(async ([name, items]) => {
    const all = keepOrder(partOf(present, name), await listDeclared(items));
    const keys = all.map(({ key }) => JSON.stringify(key));
    return `export const ${name} = [${keys.join(", ")}] as const;`;
  });
  return [...(await Promise.all(lists)), await writeMediaTypes(present)].join("\n\n");
}

/** The media types of reports, each once, in the order of the formats. */
async function writeMediaTypes(present: string): Promise<string> {
  const all = keepOrder(partOf(present, "reportFormats"), await listDeclared(reports));
  const types = all.map(async ({ file, key }) => {
    const text = await readFile(path.join(root, reports.folder, file), "utf8");
    const type = /^\s+mediaType: ("[^"]+"),$/m.exec(text)?.[1];
    if (type === undefined) throw new Error(`${file}: the report ${key} has no media type.`);
    return type;
  });
  const once = [...new Set(await Promise.all(types))];
  return `export const reportMediaTypes = [${once.join(", ")}] as const;`;
}

/** The formats of reports on scans and their media types, each once. */
async function writeScanNames(): Promise<string> {
  const folder = path.join(root, scanner, "reports");
  const files = (await readdir(folder)).filter((file) => file.endsWith(".report.ts")).sort();
  const texts = await Promise.all(files.map((file) => readFile(path.join(folder, file), "utf8")));
  const valuesOf = (member: string) => [
    ...new Set(
      texts.flatMap((text) =>
        Array.from(
          text.matchAll(new RegExp(`^ +${member}: ("[^"]+"),$`, "gm")),
          ([, value]) => value,
        ),
      ),
    ),
  ];
  return `export const scanReportFormats = [${valuesOf("format").join(", ")}] as const;

export const scanReportMediaTypes = [${valuesOf("mediaType").join(", ")}] as const;`;
}

/** Migrations in the order of their numbers. */
async function writeMigrations(): Promise<string> {
  const files = (await readdir(path.join(root, migrations))).filter((file) => /^\d{3}_/.test(file));
  const all = files.sort().map((file) => {
    const name = file.slice(0, -".ts".length);
    return { file, name, alias: `migration${name.slice(0, 3)}` };
  });
  const imports = all.map(({ file, alias }) => `import * as ${alias} from "./${file}";`);
  const entries = all.map(({ name, alias }) => `"${name}": ${alias}`);
  return `import type { Migrations } from "../platform/database/migrate.ts";
${imports.join("\n")}

/** Every migration in order. Forward only: a released one is never edited (CONTRIBUTING.md). */
export const migrations: Migrations = { ${entries.join(", ")} };`;
}

async function writeCatalog(present: string): Promise<string> {
  const folder = path.join(root, contract, "operations");
  const files = (await readdir(folder)).filter((name) => /^[a-z-]+\.ts$/.test(name)).sort();
  const imports: string[] = [];
  const all: Declared[] = [];
  for (const file of files) {
    const text = await readFile(path.join(folder, file), "utf8");
    const own = [...text.matchAll(/^export const (\w+) = operation\(/gm)].map(([, name]) => name);
    if (own.length > 0) imports.push(`import { ${own.join(", ")} } from "./operations/${file}";`);
    all.push(...own.map((name = "") => ({ file, name, key: name })));
  }
  const names = keepOrder(partOf(present, "operations"), all).map(({ name }) => name);
  return `import type { AnyOperation } from "./declare/operation.ts";
${imports.join("\n")}

/** Every operation by its name. */
export const operations = { ${names.join(", ")} } as const;

export type Operations = typeof operations;
export type OperationName = keyof Operations;

export const allOperations: readonly AnyOperation[] = Object.values(operations);`;
}

const itemsOf = (
  folder: string,
  ending: string,
  type: string,
  typeFile: string,
  maker = type,
): Items => ({ folder, ending, type, typeFile, maker });
const list = (file: string, name: string, items: Items) => [file, writeList(file, name, items)];
const table = (file: string, name: string, items: Items) => [file, writeTable(file, name, items)];

const files = Object.fromEntries([
  [`${contract}/catalog.generated.ts`, writeCatalog],
  [`${contract}/shapes/test-names.generated.ts`, writeNames],
  [`${contract}/shapes/scan-names.generated.ts`, writeScanNames],
  [`${migrations}/migrations.generated.ts`, writeMigrations],
  list(
    `${contract}/resources.generated.ts`,
    "agentResources",
    itemsOf(
      `${contract}/resources`,
      ".resource.ts",
      "AgentResource",
      "../declare/resource.ts",
      "resource",
    ),
  ),
  list(
    `${contract}/prompts.generated.ts`,
    "agentPrompts",
    itemsOf(`${contract}/prompts`, ".prompt.ts", "AgentPrompt", "../declare/prompt.ts", "prompt"),
  ),
  list(
    `${rules}/validity-rules.generated.ts`,
    "validityRules",
    itemsOf(`${rules}/validity`, ".rule.ts", "ValidityRule", "../form/rule.types.ts"),
  ),
  list(
    `${rules}/lint-rules.generated.ts`,
    "lintRules",
    itemsOf(`${rules}/lint`, ".rule.ts", "OwnLintRule", "../form/rule.types.ts"),
  ),
  list(
    `${scanner}/scanners/scanner-list.generated.ts`,
    "scanners",
    itemsOf(`${scanner}/scanners`, ".scanner.ts", "Scanner", "./scanner.types.ts"),
  ),
  list(
    `${scanner}/reports/report-list.generated.ts`,
    "scanReports",
    itemsOf(`${scanner}/reports`, ".report.ts", "ScanReport", "./report.types.ts"),
  ),
  list(
    `${weaknesses}/weakness-list.generated.ts`,
    "weaknesses",
    itemsOf(weaknesses, ".weakness.ts", "Weakness", "weakness.ts"),
  ),
  table(`${runner}/operators/operator-table.generated.ts`, "operatorTable", operators),
  table(`${runner}/assertions/source-table.generated.ts`, "sourceTable", sources),
  table(`${runner}/reports/report-table.generated.ts`, "reportTable", reports),
]) as Record<string, (present: string) => Promise<string>>;

const isCheck = process.argv.includes("--check");
for (const [name, write] of Object.entries(files)) {
  const head = "// Generated from the declarations by `npm run contract`; not to be edited.\n\n";
  const file = path.join(root, name);
  const present = await readFile(file, "utf8").catch(() => "");
  const { code } = await format(name, `${head}${await write(present)}\n`, { printWidth: 100 });
  if (present === code) continue;
  console.error(isCheck ? `Out of date: ${name}.` : `Written: ${name}.`);
  if (isCheck) process.exitCode = 1;
  else await writeFile(file, code);
}
