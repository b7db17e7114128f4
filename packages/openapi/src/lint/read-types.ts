import type { Engine } from "./engine.types.ts";

type Core = Engine["core"];
type Types = ReturnType<Core["getTypes"]>;

/** As the engine declares the scopes of all other OAuth flows. */
const scopes = { type: "object", additionalProperties: { type: "string" } } as const;

/** OpenAPI 3.2 §4.7: `components.mediaTypes` is a map of Media Type Objects. */
const namedMediaTypes = { properties: {}, additionalProperties: "MediaType" };

/**
 * The engine's types of objects for a version, with two corrections for OpenAPI 3.2:
 * - Its type of the device flow (§4.30) names a type that does not exist, and the walk over a document
 *   throws where a device flow has scopes.
 * - It reads each Media Type Object in `components.mediaTypes` as a map of such objects, and rules throw
 *   where one has a description.
 */
export function readTypes(core: Core, version: Parameters<Core["getTypes"]>[0]): Types {
  const types = core.getTypes(version);
  const device = types["DeviceAuthorization"];
  if (device === undefined) return types;
  const properties = { ...device.properties, scopes };
  return {
    ...types,
    DeviceAuthorization: { ...device, properties },
    NamedMediaTypes: namedMediaTypes,
  };
}
