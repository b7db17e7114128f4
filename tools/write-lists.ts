import { readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { format } from "oxfmt";

// Writes the lists of what has a file of its own, so that a new file is in its list without another edit.
// It imports nothing of the project: a list that names a deleted file must not keep it from being written.
// With --check it only reports the lists that are out of date.

const root = path.join(import.meta.dirname, "..");

interface List {
  /** The generated file. */
  readonly file: string;
  /** The folder of its items, relative to the file, and how their names end. */
  readonly folder: string;
  readonly ending: string;
  /** The name of the list, and the type of its items with the file that declares it. */
  readonly name: string;
  readonly type: string;
  readonly typeFile: string;
}

const rules = "packages/openapi/src/rules";

const lists: readonly List[] = [
  {
    file: `${rules}/validity-rules.generated.ts`,
    folder: "validity",
    ending: ".rule.ts",
    name: "validityRules",
    type: "ValidityRule",
    typeFile: "./form/rule.types.ts",
  },
  {
    file: `${rules}/lint-rules.generated.ts`,
    folder: "lint",
    ending: ".rule.ts",
    name: "lintRules",
    type: "OwnLintRule",
    typeFile: "./form/rule.types.ts",
  },
];

/** The object that a file declares: the one export of the list's type. */
async function readExport(file: string, type: string): Promise<string> {
  const text = await readFile(file, "utf8");
  const [found, ...more] = text.matchAll(new RegExp(`^export const (\\w+): ${type}\\b`, "gm"));
  if (found?.[1] === undefined || more.length > 0)
    throw new Error(`${path.relative(root, file)} must export one ${type}.`);
  return found[1];
}

async function writeList({ file, folder, ending, name, type, typeFile }: List): Promise<string> {
  const from = path.join(root, path.dirname(file), folder);
  const files = (await readdir(from)).filter((each) => each.endsWith(ending)).sort();
  if (files.length === 0) throw new Error(`${folder} has no files that end in ${ending}.`);
  const names = await Promise.all(files.map((each) => readExport(path.join(from, each), type)));
  const imports = files.map((each, at) => `import { ${names[at]} } from "./${folder}/${each}";`);
  const source = [
    "// Generated from the files of the folder by `npm run contract`; not to be edited.",
    ...imports,
    `import type { ${type} } from "${typeFile}";`,
    `\nexport const ${name}: readonly ${type}[] = [${names.join(", ")}];\n`,
  ].join("\n");
  return (await format(file, source, { printWidth: 100 })).code;
}

const isCheck = process.argv.includes("--check");
for (const list of lists) {
  const file = path.join(root, list.file);
  const wanted = await writeList(list);
  if ((await readFile(file, "utf8").catch(() => "")) === wanted) continue;
  console.error(isCheck ? `Out of date: ${list.file}.` : `Written: ${list.file}.`);
  if (isCheck) process.exitCode = 1;
  else await writeFile(file, wanted);
}
