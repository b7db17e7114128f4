import Type, { type Static } from "typebox";
import { Id, nullable, record, Timestamp } from "./common.ts";
import { TestRequest } from "./test-request.ts";

const HeaderField = record({ name: Type.String(), value: Type.String() });

const ShownBody = record({
  encoding: Type.Enum(["text", "base64"]),
  content: Type.String(),
  isCut: Type.Boolean({ description: "It is only the beginning of the body." }),
});

const Cookie = record({
  name: Type.String(),
  value: Type.String(),
  attributes: Type.Array(Type.String(), { description: "As sent, such as `Path=/`." }),
});

const Milliseconds = Type.Number({ minimum: 0 });

/** A request that was sent, and its answer. */
export const SentRequest = record({
  id: Id,
  sentAt: Timestamp,
  endpointId: nullable(Id),
  environmentId: nullable(Id),
  environmentName: nullable(Type.String()),
  template: TestRequest,
  request: nullable(
    record({
      method: Type.String(),
      url: Type.String(),
      headers: Type.Array(HeaderField),
      body: nullable(ShownBody),
    }),
  ),
  response: nullable(
    record({
      status: Type.Integer(),
      url: Type.String({ description: "The address that answered, after redirects." }),
      headers: Type.Array(HeaderField),
      cookies: Type.Array(Cookie),
      body: nullable(ShownBody),
      sizeBytes: Type.Integer({ minimum: 0 }),
    }),
  ),
  redirects: Type.Array(Type.String()),
  elapsedMs: Milliseconds,
  timing: nullable(
    record({ connectMs: Milliseconds, waitMs: Milliseconds, receiveMs: Milliseconds }),
  ),
  error: nullable(
    record({
      code: Type.String({ description: "Such as `TIMEOUT`." }),
      message: Type.String(),
    }),
  ),
});
export type SentRequest = Static<typeof SentRequest>;

/** A sent request in the history. */
export const SentRequestItem = record({
  id: Id,
  sentAt: Timestamp,
  endpointId: nullable(Id),
  environmentId: nullable(Id),
  environmentName: nullable(Type.String()),
  method: Type.String(),
  url: Type.String(),
  status: nullable(Type.Integer()),
  errorCode: nullable(Type.String()),
  elapsedMs: Milliseconds,
  sizeBytes: nullable(Type.Integer({ minimum: 0 })),
});
export type SentRequestItem = Static<typeof SentRequestItem>;
