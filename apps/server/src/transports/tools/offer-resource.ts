import type { Resource } from "@modelcontextprotocol/server";
import { isFile, type OutgoingFile } from "@lintel/contract/operation";
import {
  expandUri,
  isTemplate,
  matchUri,
  type AgentResource,
  type ListedResource,
  type ResourceListing,
} from "@lintel/contract/resource";
import { writePlainJson } from "@lintel/json/plain-json";
import { callOperation } from "./call-operation.ts";
import { completeId } from "./complete-id.ts";
import { isReachable } from "../../features/tool-context/is-reachable.ts";
import { principalOf } from "../../platform/kernel/call.ts";
import type { Contents, OfferedResource, ResourcePage } from "./offers.ts";
import { Problem } from "../../platform/problem.ts";
import { readText } from "./read-text.ts";
import { userData } from "./user-data.ts";
import type { ToolRequest } from "./tool-request.ts";

/** Maximum items of a page of a listing, within the page size of operations. */
const pageLength = 100;

/** Serves a declared resource: reading it calls its operation. */
export function offerResource(declared: AgentResource): OfferedResource {
  const { name, title, description, uri, mediaType: mimeType, operation } = declared;
  const definition = { name, title, description, mimeType };
  const isSingle = !isTemplate(declared);
  return {
    template: isSingle ? null : { ...definition, uriTemplate: uri },
    isShown: (toolRequest) =>
      isReachable(principalOf(toolRequest.caller), toolRequest.view, operation),
    complete: completeId,
    async list(toolRequest, skip) {
      if (isSingle) return { resources: [{ ...definition, uri }], next: null };
      const { listing } = declared;
      if (
        listing === undefined ||
        !isReachable(principalOf(toolRequest.caller), toolRequest.view, listing.operation)
      )
        return nothing;
      return listPage(toolRequest, declared, listing, skip);
    },
    read(toolRequest, address) {
      const variables = matchUri(uri, address);
      return variables === null
        ? null
        : readContents(toolRequest, declared, address, declared.fieldsOf(variables as never));
    },
  };
}

const nothing: ResourcePage = { resources: [], next: null };

async function listPage(
  toolRequest: ToolRequest,
  declared: AgentResource,
  { operation, most, entryOf }: ResourceListing,
  skip: number,
): Promise<ResourcePage> {
  const take = Math.min(pageLength, most - skip);
  if (take <= 0) return nothing;
  try {
    const page = (await callOperation(toolRequest, operation, { skip, take })) as {
      readonly items: readonly never[];
      readonly totalCount: number;
    };
    const entries = page.items.map(entryOf).filter((entry) => entry !== null);
    const end = skip + page.items.length;
    const isLast = page.items.length === 0 || end >= Math.min(most, page.totalCount);
    return {
      resources: entries.map((entry) => toResource(declared, entry)),
      next: isLast ? null : end,
    };
  } catch (error) {
    // A context that does not exist, or that the caller may not read, has no items.
    if (error instanceof Problem && error.status < 429) return nothing;
    throw error;
  }
}

function toResource(declared: AgentResource, entry: ListedResource): Resource {
  const { name, description, uri, mediaType: mimeType } = declared;
  const { modifiedAt } = entry;
  return {
    name,
    title: entry.title,
    description,
    mimeType,
    uri: expandUri(uri, entry.variables),
    ...(modifiedAt === null ? {} : { annotations: { lastModified: modifiedAt } }),
    _meta: { ...userData },
  };
}

async function readContents(
  toolRequest: ToolRequest,
  { operation, mediaType: mimeType }: AgentResource,
  uri: string,
  fields: Readonly<Record<string, unknown>>,
): Promise<Contents[]> {
  const output = await callOperation(toolRequest, operation, fields);
  const json = isFile(operation.output)
    ? await readText((output as OutgoingFile).content)
    : toolRequest.serialize(operation.output as object, output);
  return [{ uri, mimeType, text: writePlainJson(json), _meta: { ...userData } }];
}
