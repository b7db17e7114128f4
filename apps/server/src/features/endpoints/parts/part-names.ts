import { readRef, refOfSchema, type ComponentName } from "../../../domain/design/component-refs.ts";
import type { EndpointParts } from "./endpoint-parts.store.ts";

/** The components that parts refer to in the way that answers show as ids. */
export function listNames({
  parameters = [],
  requestBodies = [],
  responses = [],
  responseHeaders = [],
  mediaTypes = [],
  securityAssignments = [],
}: Partial<EndpointParts>): (ComponentName | null)[] {
  return [
    ...[...parameters, ...mediaTypes].map(({ schema }) => readRef(refOfSchema(schema), "schemas")),
    ...requestBodies.map(({ ref }) => readRef(ref, "requestBodies")),
    ...responses.map(({ ref }) => readRef(ref, "responses")),
    ...responseHeaders.map(({ ref }) => readRef(ref, "headers")),
    ...mediaTypes.map(({ ref }) => readRef(ref, "mediaTypes")),
    ...securityAssignments.map(({ schemeName: name }) =>
      name === null ? null : { kind: "securitySchemes" as const, name },
    ),
  ];
}
