import Type from "typebox";
import { operation, stream } from "../declare/operation.ts";
import { eventNames } from "../events/domain-events.ts";
import { Id, nullable, record, Timestamp } from "../shapes/common.ts";
import { actorTypes } from "./audit.ts";

/** What a message of the stream says of an event. */
export const Event = record({
  type: Type.Enum([...eventNames]),
  version: Type.Integer({ minimum: 1, description: "Of the shape of `data`." }),
  occurredAt: Timestamp,
  projectId: nullable(Id),
  subject: record({ type: Type.String(), id: Id }),
  actor: record({ type: Type.Enum([...actorTypes]), id: nullable(Id), keyId: nullable(Id) }),
  requestId: nullable(Type.String()),
  data: Type.Record(Type.String(), Type.Unknown()),
});

export const streamEvents = operation({
  name: "streamEvents",
  title: "Follow events",
  summary:
    "A stream of what happens in the organization, as far as the caller may read it: server-sent events that begin now, or after the event that Last-Event-ID names.",
  group: "Events",
  permission: null,
  context: "none",
  effect: "read",
  isIdempotent: true,
  isStable: false,
  rest: { method: "GET", path: "/api/events", at: { lastEventId: "header" } },
  input: {
    projectId: Type.Optional(Id),
    types: Type.Optional(
      Type.String({
        maxLength: 4000,
        description: "The types of events to send, separated by commas; all unless given.",
      }),
    ),
    lastEventId: Type.Optional(
      Type.String({
        maxLength: 200,
        description:
          "The id of the last event that was received. The stream goes on after it; where it no longer can, it sends `reset`.",
      }),
    ),
  },
  output: stream(Event),
  problems: ["TOO_MANY_STREAMS"],
});
