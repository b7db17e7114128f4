import { componentKinds, ownerKinds } from "../words/design.ts";
import Type, { type Static } from "typebox";
import { Id, nullable, record, RowVersion, Timestamp } from "./common.ts";

const place = {
  id: Id,
  specId: Id,
  versionId: Id,
};

const position = Type.Integer({
  minimum: 0,
  description: "The position among its siblings, from 0.",
});

const changes = { createdAt: Timestamp, modifiedAt: Timestamp, rowVersion: RowVersion };

/** A folder of a version's endpoints. */
export const Folder = record({
  ...place,
  parentFolderId: nullable(Id),
  name: Type.String(),
  description: nullable(Type.String({ description: "Introduces the group in the reference." })),
  position,
  ...changes,
});
export type Folder = Static<typeof Folder>;

/**
 * A tag with its description in the document. `summary`, `parent` and `kind` exist since OpenAPI
 * 3.2.
 */
export const Tag = record({
  ...place,
  name: Type.String(),
  description: nullable(Type.String()),
  icon: nullable(Type.String({ description: "Shown in the service and the published reference." })),
  position,
  summary: nullable(Type.String()),
  parent: nullable(Type.String({ description: "The name of its parent tag." })),
  kind: nullable(Type.String()),
  ...changes,
});
export type Tag = Static<typeof Tag>;

/** A reusable part of a document, as written there. */
export const Component = record({
  ...place,
  kind: Type.Enum([...componentKinds]),
  name: Type.String(),
  content: Type.Unknown({ description: "The component's JSON, with its members in order." }),
  position,
  ...changes,
});
export type Component = Static<typeof Component>;

/** A component in a list. */
export const ComponentItem = record({
  ...place,
  kind: Component.properties.kind,
  name: Component.properties.name,
  position,
  ...changes,
  usageCount: nullable(Type.Integer({ minimum: 0, description: "null if it was not requested." })),
});
export type ComponentItem = Static<typeof ComponentItem>;

/** A location that refers to a component. */
export const ComponentUsage = record({
  ownerKind: Type.Enum([...ownerKinds]),
  ownerId: nullable(Id),
  pointer: Type.String({ description: "A JSON Pointer (RFC 6901) into the owner's object." }),
  form: Type.String({ description: "How it refers: ref, mapping or security, for example." }),
  endpointId: nullable(Id),
  method: nullable(Type.String()),
  path: nullable(Type.String({ description: "Of the endpoint, or of the path item." })),
  componentId: nullable(Id),
  componentKind: nullable(Component.properties.kind),
  componentName: nullable(Type.String()),
});
export type ComponentUsage = Static<typeof ComponentUsage>;

/** A component with its references. */
export const ComponentDetail = record({
  ...Component.properties,
  usageCount: Type.Integer({ minimum: 0 }),
  usages: Type.Array(ComponentUsage, {
    description: "At most 1,000 of them; usageCount counts them all.",
  }),
});
export type ComponentDetail = Static<typeof ComponentDetail>;
