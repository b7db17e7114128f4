import Type, { type Static } from "typebox";
import { operation } from "../declare/operation.ts";
import { Id, nullable, page, pagingInput, record } from "../shapes/common.ts";
import { Event } from "./event.ts";

const { type, occurredAt, data } = Event.properties;

/** What happened to one thing, with all its changes in one item. */
export const Activity = record({
  type,
  occurredAt,
  subject: record({
    type: Type.String(),
    id: Id,
    name: nullable(
      Type.String({ description: "Its name now; null where it is deleted or has no name." }),
    ),
  }),
  project: record({ id: Id, slug: Type.String(), name: Type.String() }),
  actor: record({
    type: Event.properties.actor.properties.type,
    id: nullable(Id),
    name: nullable(Type.String({ description: "Of a person or a service account." })),
  }),
  changeCount: Type.Integer({ minimum: 1, description: "The events that it has." }),
  data,
});
export type Activity = Static<typeof Activity>;

export const listActivity = operation({
  name: "listActivity",
  title: "List what changed",
  summary:
    "List what changed in the projects that you may see: specifications, endpoints, tests, runs, documentation, scans, deprecations. One item for each thing, with its last change; the newest first. It goes back as far as events are kept.",
  group: "Events",
  permission: null,
  context: "organization",
  effect: "read",
  isIdempotent: true,
  isStable: false,
  rest: { method: "GET", path: "/api/activity" },
  tool: { name: "list_activity", toolset: "projects" },
  input: {
    projectId: Type.Optional(Id),
    since: Type.Optional(
      Type.String({ format: "date-time", description: "Only changes at or after this time." }),
    ),
    isFailure: Type.Optional(
      Type.Boolean({ description: "true: only runs and scans that failed." }),
    ),
    ...pagingInput,
  },
  output: page(Activity),
  problems: ["ORG_OPERATION_DENIED"],
});
