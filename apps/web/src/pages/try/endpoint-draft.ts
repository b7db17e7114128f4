import type { EndpointDetail } from "@lintel/contract/shapes/endpoint";
import { requestMethods } from "@lintel/contract/words/request-methods";
import { emptyDraft, type RequestDraft } from "../../request/request-draft.ts";

/** A request of an endpoint with its example: the path with the names of its parameters in braces. */
export function draftOfEndpoint(endpoint: EndpointDetail): RequestDraft {
  const [content] = endpoint.requestBody?.content ?? [];
  const method = requestMethods.find((each) => each === endpoint.method.toUpperCase()) ?? "GET";
  return {
    ...emptyDraft,
    method,
    url: endpoint.path,
    contentType: content?.contentType ?? "",
    body: content === undefined ? "" : writeExample(content),
  };
}

function writeExample({
  example,
  serializedExample,
}: NonNullable<EndpointDetail["requestBody"]>["content"][number]): string {
  if (serializedExample !== null) return serializedExample;
  const value: unknown = example;
  if (value === null || value === undefined) return "{}";
  return typeof value === "string" ? value : JSON.stringify(value, null, 2);
}
