import type { EnvironmentItem } from "@lintel/contract/shapes/environment";
import type { SuiteItem } from "@lintel/contract/operations/suite";
import type { Project } from "@lintel/contract/shapes/account";
import type { Spec } from "@lintel/contract/shapes/spec";
import type { Invocation } from "../command-line/command.types.ts";
import type { Exit } from "../outcome/exit-codes.ts";
import { connect, type Connection } from "../network/connect.ts";
import { cleanText } from "../output/clean-text.ts";
import { createTerminal } from "../output/terminal.ts";
import { renderTable } from "../output/text-table.ts";
import { resolveSettings, type Settings } from "../settings/resolve-settings.ts";
import { fetchPages } from "./fetch-pages.ts";
import { findProject } from "./find-project.ts";

/** What can be listed: its columns and the source of its items. */
interface Listing<T> {
  readonly columns: Readonly<Record<string, (item: T) => string>>;
  readonly fetchAll: (connection: Connection, settings: Settings) => Promise<readonly T[]>;
}

const suites: Listing<SuiteItem> = {
  columns: {
    NAME: ({ name }) => name,
    FOLDER: ({ folder }) => folder,
    CASES: ({ testCaseCount }) => String(testCaseCount),
    TAGS: ({ tags }) => tags.join(","),
    ID: ({ id }) => id,
  },
  fetchAll: async (connection, settings) => {
    const { id: projectId } = await findProject(connection, settings);
    return fetchPages((paging) =>
      connection.call("list the suites", "listSuites", { projectId, ...paging }),
    );
  },
};

const environments: Listing<EnvironmentItem> = {
  columns: {
    NAME: ({ name }) => name,
    TYPE: ({ type }) => type,
    "BASE URL": ({ baseUrl }) => baseUrl,
    WRITES: ({ isReadOnly }) => (isReadOnly ? "blocked" : "allowed"),
    ID: ({ id }) => id,
  },
  fetchAll: async (connection, settings) => {
    const { id: projectId } = await findProject(connection, settings);
    return connection.call("list the environments", "listEnvironments", { projectId });
  },
};

const specs: Listing<Spec> = {
  columns: {
    NAME: ({ name }) => name,
    NEWEST: ({ version }) => version ?? "",
    VERSIONS: ({ versionCount }) => String(versionCount),
    OPENAPI: ({ openapiVersion }) => openapiVersion ?? "",
    CHANGED: ({ modifiedAt }) => modifiedAt.slice(0, 10),
    ID: ({ id }) => id,
  },
  fetchAll: async (connection, settings) => {
    const { id: projectId } = await findProject(connection, settings);
    return fetchPages((paging) =>
      connection.call("list the specifications", "listSpecs", { projectId, ...paging }),
    );
  },
};

const projects: Listing<Project> = {
  columns: {
    NAME: ({ name }) => name,
    SLUG: ({ slug }) => slug,
    ROLE: ({ role }) => role ?? "",
    ID: ({ id }) => id,
  },
  fetchAll: (connection) =>
    fetchPages((paging) => connection.call("list the projects", "listProjects", paging)),
};

/** The command that creates the first one. */
const beginnings = {
  suites: "lintel suites push FILE",
  specs: "lintel import openapi FILE",
  environments: "lintel environments create NAME --base-url URL",
  projects: "lintel projects create NAME",
} as const;

type Kind = keyof typeof beginnings;

/** Lists items of a kind: the given one, or the first operand. */
export async function listItems(invocation: Invocation, kind?: Kind): Promise<Exit> {
  const { options, operands, env } = invocation;
  const wanted = kind ?? operands[0];
  const isJson = options.isSet("json");
  const terminal = createTerminal({ env, hasDocument: isJson });
  const settings = resolveSettings(options, env);
  const connection = connect({ settings, terminal });
  const show = async <T>({ columns, fetchAll }: Listing<T>, name: Kind): Promise<void> => {
    const items = await fetchAll(connection, settings);
    if (isJson) return terminal.emit(JSON.stringify(items, null, 2));
    if (items.length === 0) {
      return terminal.note(
        `There are no ${name} yet. Next: \`${beginnings[name]}${describeProject(settings, name)}\``,
      );
    }
    const rows = items.map((item) => Object.values(columns).map((read) => cleanText(read(item))));
    return terminal.say(renderTable(Object.keys(columns), rows).join("\n"));
  };
  if (wanted === "suites") await show(suites, wanted);
  else if (wanted === "specs") await show(specs, wanted);
  else if (wanted === "environments") await show(environments, wanted);
  else await show(projects, "projects");
  return "passed";
}

// A command to copy includes the project if this call did.
function describeProject(settings: Settings, kind: Kind): string {
  const project = settings.find("project");
  return kind === "projects" || project?.source !== "--project"
    ? ""
    : ` --project "${cleanText(project.value)}"`;
}
