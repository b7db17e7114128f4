import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { format } from "oxfmt";
import { allOperations } from "@lintel/contract/catalog";
import { isFile } from "@lintel/contract/operation";
import { describeApi } from "@lintel/contract/openapi";
import { problemTable, problemType, type ProblemCode } from "@lintel/contract/problems";
import { wireFields } from "@lintel/contract/wire";

// Writes what is generated from the declarations; with --check it only says what has drifted.

const root = path.join(import.meta.dirname, "..");

const files: Readonly<Record<string, () => string | Promise<string>>> = {
  "contract/openapi.json": () => toJson(describeApi()),
  "contract/problems.json": () => toJson(listProblems()),
  "packages/client/src/routes.generated.ts": writeRoutes,
};

function toJson(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

function listProblems() {
  return Object.entries(problemTable).map(([code, row]) => ({
    code,
    type: problemType(code as ProblemCode),
    ...row,
  }));
}

/** What the client needs of each declaration at run time: it loads no schema. */
async function writeRoutes(): Promise<string> {
  const rows = allOperations.flatMap((operation) => {
    const { rest } = operation;
    if (rest === undefined) return [];
    const hasBody = wireFields(operation).some((field) => field.place === "body");
    const output =
      operation.output === null ? "none" : isFile(operation.output) ? "file" : "record";
    return [
      `${operation.name}: ${JSON.stringify({ method: rest.method, path: rest.path, hasBody, output })},`,
    ];
  });
  const source = `// Generated from the declarations by \`npm run contract\`; not to be edited.

/** How an operation travels over HTTP. */
export interface Route {
  readonly method: string;
  readonly path: string;
  readonly hasBody: boolean;
  readonly output: "record" | "file" | "none";
  /** Fields that travel as request headers: field → header. */
  readonly headers?: Readonly<Record<string, string>>;
}

export const routes: Readonly<Record<string, Route>> = {
${rows.join("\n")}
};
`;
  const formatted = await format("routes.generated.ts", source, { printWidth: 100 });
  return formatted.code;
}

const isCheck = process.argv.includes("--check");
const drifted: string[] = [];
for (const [name, write] of Object.entries(files)) {
  const file = path.join(root, name);
  const wanted = await write();
  const present = await readFile(file, "utf8").catch(() => "");
  if (present === wanted) continue;
  drifted.push(name);
  if (!isCheck) {
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, wanted);
  }
}
if (isCheck && drifted.length > 0) {
  console.error(
    `Out of date: ${drifted.join(", ")}. Run \`npm run contract\` and commit the result.`,
  );
  process.exitCode = 1;
} else {
  console.log(
    drifted.length === 0
      ? "The generated contract is up to date."
      : `Written: ${drifted.join(", ")}.`,
  );
}
