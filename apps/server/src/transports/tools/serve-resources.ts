import {
  ProtocolError,
  ProtocolErrorCode,
  type Resource,
  type Server,
} from "@modelcontextprotocol/server";
import { quote } from "@lintel/json/shorten";
import { notFound } from "../../platform/problem.ts";
import type { Contents, OfferedResource, Offers } from "./offers.ts";
import { failWithProblems } from "./protocol-failure.ts";
import type { ToolRequest } from "./tool-request.ts";

/** Lists and reads resources (MCP, "Resources"). */
export function serveResources(
  server: Server,
  toolRequest: ToolRequest,
  { resources }: Offers,
): void {
  const shown = resources.filter((resource) => resource.isShown(toolRequest));
  server.setRequestHandler("resources/list", ({ params }) =>
    failWithProblems(toolRequest, () => listResources(shown, toolRequest, params?.cursor)),
  );
  server.setRequestHandler("resources/templates/list", () => ({
    resourceTemplates: shown.flatMap(({ template }) => (template === null ? [] : [template])),
  }));
  server.setRequestHandler("resources/read", ({ params: { uri } }) =>
    failWithProblems(
      toolRequest,
      async () => ({ contents: [...(await readResource(resources, toolRequest, uri))] }),
      { uri },
    ),
  );
}

/** @throws Problem NOT_FOUND for an unknown address, and all problems of its operation. */
export async function readResource(
  resources: readonly OfferedResource[],
  toolRequest: ToolRequest,
  uri: string,
): Promise<readonly Contents[]> {
  for (const resource of resources) {
    const contents = resource.read(toolRequest, uri);
    if (contents !== null) return contents;
  }
  throw notFound(`The resource ${quote(uri)}`);
}

/** A page: part of one resource's list, or several complete ones. */
async function listResources(
  resources: readonly OfferedResource[],
  toolRequest: ToolRequest,
  cursor: string | undefined,
): Promise<{ resources: Resource[]; nextCursor?: string }> {
  const from = cursor === undefined ? { at: 0, skip: 0 } : readCursor(cursor);
  const found: Resource[] = [];
  let { skip } = from;
  for (let at = from.at; at < resources.length; at += 1) {
    const page = await resources[at]?.list(toolRequest, skip);
    found.push(...(page?.resources ?? []));
    const next = page?.next ?? null;
    if (next !== null) return { resources: found, nextCursor: writeCursor({ at, skip: next }) };
    skip = 0;
  }
  return { resources: found };
}

interface Place {
  /** The index of a visible resource. */
  readonly at: number;
  readonly skip: number;
}

const writeCursor = ({ at, skip }: Place): string =>
  Buffer.from(`${at}.${skip}`).toString("base64url");

function readCursor(cursor: string): Place {
  const text = Buffer.from(cursor, "base64url").toString("latin1");
  const [, at, skip] = /^(\d{1,4})\.(\d{1,9})$/.exec(text) ?? [];
  if (at === undefined || skip === undefined)
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, "The cursor is not valid.");
  return { at: Number(at), skip: Number(skip) };
}
