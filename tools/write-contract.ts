import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { format } from "oxfmt";
import { allOperations } from "@lintel/contract/catalog";
import { domainEvents, eventNames } from "@lintel/contract/events";
import { isFile, isStream } from "@lintel/contract/operation";
import { describeApi } from "@lintel/contract/openapi";
import { problemTable, problemType, type ProblemCode } from "@lintel/contract/words/problems";
import { toolOf } from "@lintel/contract/prompt";
import { agentPrompts } from "@lintel/contract/prompts";
import { agentResources } from "@lintel/contract/resources";
import { describeTool, toolOperations, type ToolOperation } from "@lintel/contract/tools";
import { toolsets, toolsetSlugs } from "@lintel/contract/words/toolsets";
import { headerName, wireFields } from "@lintel/contract/wire";
import { describeSuiteSchema } from "@lintel/runner/describe/suite-schema";
import { writeSuiteReference } from "@lintel/runner/describe/write-reference";
import { writeGuidance } from "./contract/write-guidance.ts";
import { writeScanners } from "./contract/write-scanners.ts";
import { writeReportStyle } from "./contract/write-report-style.ts";
import { writeRules } from "./contract/write-rules.ts";

// Writes the files that are generated from the declarations. With --check, it only lists outdated
// files.

const root = path.join(import.meta.dirname, "..");

const files: Readonly<Record<string, () => string | Promise<string>>> = {
  "contract/openapi.json": () => toJson(describeApi()),
  "contract/problems.json": () => toJson(listProblems()),
  "contract/tools.json": () => toJson(toolOperations.map(listTool)),
  "contract/suite.schema.json": () => toJson(describeSuiteSchema()),
  "docs/rules.md": () => writePage("rules.md", writeRules()),
  "docs/events.md": writeEventDocs,
  "docs/suites.md": writeSuiteDocs,
  "docs/guidance.md": () => writePage("guidance.md", writeGuidance()),
  "docs/security-scans.md": () => writePage("security-scans.md", writeScanners()),
  "docs/tools.md": writeToolDocs,
  "packages/client/src/routes.generated.ts": writeRoutes,
  "packages/portal/src/report-style.generated.ts": writeReportStyle,
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

function listTool(operation: ToolOperation) {
  const { tool, permission, context } = operation;
  return { toolset: tool.toolset, permission, context, ...describeTool(operation) };
}

/**
 * A page of the documentation. The part above the mark is written by hand, the rest is generated.
 */
async function writePage(name: string, generated: string): Promise<string> {
  const page = await readFile(path.join(root, "docs", name), "utf8");
  const mark = "<!-- Generated from the declarations by `npm run contract`. -->";
  const at = page.indexOf(mark);
  if (at < 0) throw new Error(`docs/${name} has lost the mark of its generated part.`);
  const source = `${page.slice(0, at)}${mark}\n\n${generated}\n`;
  return (await format(name, source, { printWidth: 100 })).code;
}

function writeSuiteDocs(): Promise<string> {
  return writePage("suites.md", writeSuiteReference());
}

function writeEventDocs(): Promise<string> {
  const rows = eventNames.map((name) => {
    const { permission, subjects, data, isAudited } = domainEvents[name];
    const required: readonly string[] = data.required ?? [];
    const fields = Object.keys(data.properties).map(
      (field) => `\`${field}\`${required.includes(field) ? "" : " (optional)"}`,
    );
    const audited = isAudited ? "yes" : "no";
    return `| \`${name}\` | ${subjects.join(", ")} | ${fields.join(", ")} | \`${permission}\` | ${audited} |`;
  });
  const head = "| type | subject | `data` | permission | audited |";
  return writePage("events.md", ["## Types\n", head, "|---|---|---|---|---|", ...rows].join("\n"));
}

async function writeToolDocs(): Promise<string> {
  const sections = toolsetSlugs.flatMap((slug) => {
    const tools = toolOperations.filter(({ tool }) => tool.toolset === slug);
    const { title, description, isCore } = toolsets[slug];
    const rows = tools.map(
      ({ tool, summary, permission }) =>
        `| \`${tool.name}\` | ${permission === null ? "any" : `\`${permission}\``} | ${summary} |`,
    );
    const head = `## ${title}: \`${slug}\`\n\n${description}${isCore ? " Part of the core." : ""}\n`;
    return [[head, "| Tool | Permission | What it does |", "|---|---|---|", ...rows].join("\n")];
  });
  const parts = [listResources(), listPrompts(), ...sections];
  return writePage("tools.md", parts.join("\n\n"));
}

function listResources(): string {
  const rows = agentResources.map(
    ({ uri, operation: { permission, tool }, description }) =>
      `| \`${uri}\` | ${permission === null ? "any" : `\`${permission}\``} | \`${tool?.name ?? ""}\` | ${description} |`,
  );
  const head = "| Address | Permission | Same result as | What it is |";
  return ["## Resources\n", head, "|---|---|---|---|", ...rows].join("\n");
}

function listPrompts(): string {
  const rows = agentPrompts.map(({ name, arguments: fields, description, tools }) => {
    const named = fields.map(
      (field) => `\`${field.name}\`${field.isRequired ? "" : " (optional)"}`,
    );
    const called = tools.map((operation) => `\`${toolOf(operation)}\``).join(", ");
    return `| \`${name}\` | ${named.join(", ")} | ${description} | ${called} |`;
  });
  const head = "| Prompt | Arguments | Task | Tools, in order |";
  return ["## Prompts\n", head, "|---|---|---|---|", ...rows].join("\n");
}

/** The part of each declaration that the client needs at run time; it loads no schemas. */
async function writeRoutes(): Promise<string> {
  const rows = allOperations.flatMap((operation) => {
    const { rest } = operation;
    // A stream is read by what the platform of the caller has for it.
    if (rest === undefined || isStream(operation.output)) return [];
    const fields = wireFields(operation);
    const hasBody = fields.some((field) => field.place === "body");
    const inHeaders = fields.filter((field) => field.place === "header");
    const headers = Object.fromEntries(inHeaders.map(({ name }) => [name, headerName(name)]));
    const output =
      operation.output === null ? "none" : isFile(operation.output) ? "file" : "record";
    const { method, path: template, headers: answerHeaders } = rest;
    const route = {
      method,
      path: template,
      hasBody,
      output,
      ...(inHeaders.length === 0 ? {} : { headers }),
      ...(answerHeaders === undefined ? {} : { answerHeaders }),
    };
    return [`${operation.name}: ${JSON.stringify(route)},`];
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
  /** Fields that travel as headers of the answer: field → header. */
  readonly answerHeaders?: Readonly<Record<string, string>>;
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
