import type { ComponentKind } from "@lintel/contract/words/design";
import { viewDocument } from "@lintel/openapi/view";
import { createSampler } from "@lintel/samples/make-sample";
import { asSchema } from "../../design/schema-edits.ts";

export interface Preview {
  readonly title: string;
  readonly text: string;
  readonly isJson: boolean;
}

type Members = Readonly<Record<string, unknown>>;

/**
 * What a component looks like to clients: values of its schemas, and what is sent.
 *
 * @param document - as exported; the component in it is replaced by `content`
 */
export function listPreviews(
  document: unknown,
  kind: ComponentKind,
  name: string,
  content: unknown,
): Preview[] {
  const edited = replaceComponent(asSchema(document), kind, name, content);
  const sampler = createSampler(viewDocument(edited));
  const sample = (schema: unknown): unknown => sampler.show(schema, { isGivenFirst: true });
  const toJson = (title: string, schema: unknown): Preview[] => {
    const text = JSON.stringify(sample(schema), null, 2) as string | undefined;
    return text === undefined ? [] : [{ title, text, isJson: true }];
  };
  const members = asSchema(content);
  if (kind === "schemas") return toJson("Example", content);
  if (kind === "mediaTypes") return toJson("Example", members["schema"]);
  if (kind === "responses" || kind === "requestBodies")
    return Object.entries(asSchema(members["content"])).flatMap(([type, media]) =>
      toJson(type, asSchema(media)["schema"]),
    );
  if (kind === "parameters") return toLine("As it is sent", showParameter(members, sample));
  if (kind === "headers")
    return toLine("As it is sent", `${name}: ${show(sample(members["schema"]))}`);
  if (kind === "securitySchemes") return toLine("As it is sent", showScheme(members));
  return [];
}

const toLine = (title: string, text: string): Preview[] => [{ title, text, isJson: false }];

function replaceComponent(
  document: Members,
  kind: ComponentKind,
  name: string,
  content: unknown,
): Members {
  const components = asSchema(document["components"]);
  const kept = { ...asSchema(components[kind]), [name]: content };
  return { ...document, components: { ...components, [kind]: kept } };
}

const show = (value: unknown): string =>
  typeof value === "string" ? value : (JSON.stringify(value) ?? "…");

const text = (value: unknown): string => (typeof value === "string" ? value : "");

function showParameter(members: Members, sample: (schema: unknown) => unknown): string {
  const name = text(members["name"]);
  const value = encodeURIComponent(show(members["example"] ?? sample(members["schema"])));
  const place = members["in"];
  if (place === "header") return `${name}: ${decodeURIComponent(value)}`;
  if (place === "cookie") return `Cookie: ${name}=${value}`;
  if (place === "path") return `/${value}`;
  return `?${name}=${value}`;
}

function showScheme(members: Members): string {
  const name = text(members["name"]);
  const schemes: Readonly<Record<string, string>> = {
    basic: "Authorization: Basic <name:password in Base64>",
    bearer: `Authorization: Bearer <${text(members["bearerFormat"]) || "token"}>`,
  };
  if (members["type"] === "http") {
    const scheme = text(members["scheme"]).toLowerCase();
    return schemes[scheme] ?? `Authorization: ${text(members["scheme"])} <credentials>`;
  }
  if (members["type"] === "apiKey") {
    if (members["in"] === "query") return `?${name}=<key>`;
    return members["in"] === "cookie" ? `Cookie: ${name}=<key>` : `${name}: <key>`;
  }
  if (members["type"] === "mutualTLS") return "A client certificate of TLS.";
  return "Authorization: Bearer <access token>";
}
