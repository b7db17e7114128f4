import type { EnvironmentItem } from "@lintel/contract/operations/environment";
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

/** What can be listed: its columns and where its items come from. */
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

export async function listItems({ options, operands, env }: Invocation): Promise<Exit> {
  const isJson = options.isSet("json");
  const terminal = createTerminal({ env, hasDocument: isJson });
  const settings = resolveSettings(options, env);
  const connection = connect({ settings, terminal });
  const show = async <T>({ columns, fetchAll }: Listing<T>): Promise<void> => {
    const items = await fetchAll(connection, settings);
    if (isJson) return terminal.emit(JSON.stringify(items, null, 2));
    if (items.length === 0) return terminal.note(`There are no ${operands[0]} yet.`);
    const rows = items.map((item) => Object.values(columns).map((read) => cleanText(read(item))));
    return terminal.say(renderTable(Object.keys(columns), rows).join("\n"));
  };
  if (operands[0] === "suites") await show(suites);
  else if (operands[0] === "specs") await show(specs);
  else if (operands[0] === "environments") await show(environments);
  else await show(projects);
  return "passed";
}
