import type { FastifyRequest } from "fastify";
import { isSelected, readSelection, type Selection } from "@lintel/scim/selection";
import type { Fields } from "../../platform/kernel/kernel.ts";
import { invalid, Problem } from "../../platform/problem.ts";
import type { ScimRoute } from "./scim-routes.ts";

/** The attributes that the caller wants. @throws Problem VALIDATION_FAILED */
export function readWanted(request: FastifyRequest): Selection {
  const read = (name: string) => readParameter(request, name);
  return readSelection(read("attributes"), read("excludedAttributes"));
}

/** The fields of an operation, from the path, the query and the body. @throws Problem */
export function readFields(
  request: FastifyRequest,
  { id, function: { operation } }: Extract<ScimRoute, { kind: "resource" }>,
  wanted: Selection,
): Fields {
  const takes = (name: string): boolean => Object.hasOwn(operation.input, name);
  return {
    ...(id === null ? {} : { id }),
    ...(takes("filter") ? readListFields(request) : {}),
    ...(takes("withMembers") ? { withMembers: isSelected(wanted, "members") } : {}),
    ...(takes("body") ? { body: readBody(request) } : {}),
  };
}

function readListFields(request: FastifyRequest): Fields {
  const filter = readParameter(request, "filter");
  const startIndex = readInteger(request, "startIndex");
  const count = readInteger(request, "count");
  return {
    ...(filter === undefined ? {} : { filter }),
    ...(startIndex === undefined ? {} : { startIndex }),
    ...(count === undefined ? {} : { count }),
  };
}

function readBody({ body }: FastifyRequest): unknown {
  if (body === undefined) throw new Problem("INVALID_JSON", "The body is empty.");
  return body;
}

/** A parameter of the query, whose name is compared without case. */
function readParameter(request: FastifyRequest, name: string): string | undefined {
  const found = Object.entries(request.query as Record<string, unknown>).filter(
    ([given]) => given.toLowerCase() === name.toLowerCase(),
  );
  const [[, value] = []] = found;
  if (value === undefined || (found.length === 1 && typeof value === "string")) return value;
  throw invalid({ field: name, code: "repeated", message: "Send this parameter once." });
}

const maxInteger = 2_147_483_647;

function readInteger(request: FastifyRequest, name: string): number | undefined {
  const text = readParameter(request, name);
  if (text === undefined || text === "") return undefined;
  if (!/^-?\d+$/.test(text))
    throw invalid({ field: name, code: "type", message: "Must be a whole number." });
  return Math.max(-1, Math.min(Number(text), maxInteger));
}
