import type { EndpointDetail } from "@lintel/contract/shapes/endpoint";
import { requestMethods } from "@lintel/contract/words/request-methods";
import { emptyDraft, type RequestDraft } from "../../request/request-draft.ts";

type Parameter = EndpointDetail["parameters"][number];

/** The example of a parameter, or its name as a variable of the environment. */
function valueOf({ name, example, defaultValue, schema }: Parameter): string {
  const inSchema =
    typeof schema === "object" && schema !== null && "example" in schema ? schema.example : null;
  const value: unknown = example ?? inSchema ?? defaultValue ?? null;
  if (value === null) return `{{${(name ?? "value").replaceAll(/[^A-Za-z0-9_.-]/g, "_")}}}`;
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** A request of an endpoint with its examples: the path below the base URL of an environment. */
export function draftOfEndpoint(endpoint: EndpointDetail): RequestDraft {
  const inPlace = (place: string) =>
    endpoint.parameters.filter(({ location }) => location === place);
  const values = new Map(inPlace("path").map((each) => [each.name, valueOf(each)]));
  const path = endpoint.path.replaceAll(/\{([^{}]*)\}/g, (whole, name: string) =>
    values.has(name) ? (values.get(name) ?? whole) : `{{${name}}}`,
  );
  const query = inPlace("query")
    .filter(({ required }) => required)
    .map((each) => `${encodeURIComponent(each.name ?? "")}=${valueOf(each)}`);
  const headers = inPlace("header")
    .filter(({ required }) => required)
    .map((each) => `${each.name ?? ""}: ${valueOf(each)}`);
  const [content] = endpoint.requestBody?.content ?? [];
  const method = requestMethods.find((each) => each === endpoint.method.toUpperCase()) ?? "GET";
  return {
    ...emptyDraft,
    method,
    url: query.length === 0 ? path : `${path}?${query.join("&")}`,
    headers: headers.join("\n"),
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
