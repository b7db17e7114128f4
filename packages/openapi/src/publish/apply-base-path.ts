import { isList, isObject, memberOf, type Json, type JsonObject } from "@lintel/json/value";

/** A server's address with the prefix after its own path; variables in it stay. */
function extend(server: Json, basePath: string): Json {
  if (!isObject(server)) return server;
  const url = memberOf(server, "url");
  if (typeof url !== "string") return server;
  return { ...server, url: `${url.replace(/\/+$/, "")}${basePath}` };
}

/**
 * Puts a prefix before all paths of a document, by its servers (OpenAPI, Server Object); without
 * any, a document has the one server `/`. Servers of single paths and operations are their own.
 */
export function applyBasePath(document: JsonObject, basePath: string): JsonObject {
  const servers = memberOf(document, "servers");
  if (isList(servers) && servers.length > 0) {
    return { ...document, servers: servers.map((server) => extend(server, basePath)) };
  }
  return { ...document, servers: [{ url: basePath }] };
}
