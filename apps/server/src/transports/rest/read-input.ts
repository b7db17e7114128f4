import type { FastifyRequest } from "fastify";
import { headerName, type WireField } from "@lintel/contract/wire";
import { invalid } from "../../platform/problem.ts";

const keyNames = /^(?:x[-_])?api[-_]?key$|^access[-_]?token$/i;
const keyValue = /^svc_[a-z]+_/;

/** A key in an address is stored in logs and histories, so it is refused everywhere in it. */
export function refuseKeyInQuery(request: FastifyRequest): void {
  for (const [name, value] of Object.entries(request.query as Record<string, unknown>)) {
    const values = Array.isArray(value) ? value : [value];
    if (keyNames.test(name) || values.some((text) => keyValue.test(String(text)))) {
      throw invalid({
        field: keyNames.test(name) ? name : "query",
        code: "keyInQuery",
        message:
          "Send the key in the X-API-Key header, never in the address; then replace this key.",
      });
    }
  }
}

/** The fields that the wire transports as text: path, query and named headers. */
export function readTexts(
  fields: readonly WireField[],
  request: FastifyRequest,
): Record<string, unknown> {
  const texts: Record<string, unknown> = {
    ...(request.query as object),
    ...(request.params as object),
  };
  for (const field of fields) {
    if (field.place === "header") {
      const value = request.headers[headerName(field.name)];
      if (value !== undefined) texts[field.name] = value;
    } else if (
      field.place !== "body" &&
      Array.isArray(texts[field.name]) &&
      !("items" in field.schema)
    ) {
      throw invalid({ field: field.name, code: "repeated", message: "Send this parameter once." });
    }
  }
  return texts;
}
