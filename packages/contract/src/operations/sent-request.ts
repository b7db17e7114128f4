import Type from "typebox";
import { operation } from "../declare/operation.ts";
import { nullable, page, pagingInput, record } from "../shapes/common.ts";
import { idOf } from "../shapes/design.ts";
import { SentRequest, SentRequestItem } from "../shapes/sent-request.ts";
import { TestRequest } from "../shapes/test-request.ts";
import { Variables } from "../shapes/test-suite.ts";

const group = "Requests";
const toolset = "testing";
const base = "/api/projects/{projectId}/requests";
const requestId = idOf("The sent request.");

export const sendRequest = operation({
  name: "sendRequest",
  title: "Send a request",
  summary:
    "Call an API once and show what it answers: one HTTP request such as GET /books, or a curl command, against an environment such as staging, with its variables and secrets.",
  group,
  permission: "tests:execute",
  context: "project",
  effect: "write",
  isIdempotent: false,
  isStable: false,
  event: "request.sent",
  tool: {
    name: "send_request",
    toolset,
    isOpenWorld: true,
    unlisted: ["endpointId"],
    shorten: (output: { response: { body: { content: string; isCut: boolean } | null } | null }) =>
      shortenBody(output),
  },
  rest: { method: "POST", path: base },
  input: {
    request: Type.Optional(TestRequest),
    curl: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 1_000_000,
        description: "A curl command instead of request.",
      }),
    ),
    environmentId: Type.Optional(
      nullable(
        Type.String({
          format: "uuid",
          description: "Whose base URL, variables and secrets are used. Default: none.",
        }),
      ),
    ),
    variables: Type.Optional(Variables),
    endpointId: Type.Optional(
      nullable(
        Type.String({
          format: "uuid",
          description: "The endpoint that is tried, by which the history can be filtered.",
        }),
      ),
    ),
  },
  output: record({
    ...SentRequest.properties,
    warnings: Type.Array(Type.String(), {
      description: "What the curl command has and the request has not.",
    }),
  }),
  problems: ["MUTUALLY_EXCLUSIVE"],
});

const maxToolLength = 20_000;

/** An agent reads the beginning of a long body. */
function shortenBody<T extends { response: { body: { content: string } | null } | null }>(
  output: T,
): unknown {
  const { response } = output;
  const body = response?.body ?? null;
  if (body === null || body.content.length <= maxToolLength) return output;
  const content = body.content.slice(0, maxToolLength).toWellFormed();
  return { ...output, response: { ...response, body: { ...body, content, isCut: true } } };
}

export const listSentRequests = operation({
  name: "listSentRequests",
  title: "List sent requests",
  summary:
    "List the requests that you sent to try an API, the newest first. They are kept for 30 days, at most 200 in a project.",
  group,
  permission: "tests:read",
  context: "project",
  effect: "read",
  isIdempotent: true,
  isStable: false,
  tool: { name: "list_sent_requests", toolset },
  rest: { method: "GET", path: base },
  input: {
    endpointId: Type.Optional(
      Type.String({ format: "uuid", description: "Only those of this endpoint." }),
    ),
    ...pagingInput,
  },
  output: page(SentRequestItem),
  problems: [],
});

export const getSentRequest = operation({
  name: "getSentRequest",
  title: "Read a sent request",
  summary:
    "Read one of the requests that you sent to try an API, with its answer, credentials masked.",
  group,
  permission: "tests:read",
  context: "project",
  effect: "read",
  isIdempotent: true,
  isStable: false,
  tool: { name: "get_sent_request", toolset },
  rest: { method: "GET", path: `${base}/{requestId}` },
  input: { requestId },
  output: SentRequest,
  problems: [],
});

export const deleteSentRequest = operation({
  name: "deleteSentRequest",
  title: "Delete a sent request",
  summary: "Remove one request from the history of those that you sent.",
  group,
  permission: "tests:execute",
  context: "project",
  effect: "destructive",
  isIdempotent: false,
  isStable: false,
  event: "request.deleted",
  rest: { method: "DELETE", path: `${base}/{requestId}` },
  input: { requestId },
  output: null,
  problems: [],
});

export const clearSentRequests = operation({
  name: "clearSentRequests",
  title: "Clear the history of requests",
  summary: "Remove all requests that you sent in the project from the history.",
  group,
  permission: "tests:execute",
  context: "project",
  effect: "destructive",
  isIdempotent: true,
  isStable: false,
  event: "request.deleted",
  rest: { method: "DELETE", path: base },
  input: {},
  output: null,
  problems: [],
});
