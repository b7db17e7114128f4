import { describeApi } from "@lintel/contract/openapi";

/** A response of the published document, with its references resolved. */
export interface PublishedResponse {
  readonly description: string;
  readonly headers: Readonly<
    Record<string, { readonly required?: boolean; readonly schema: object }>
  >;
  readonly content: Readonly<Record<string, { readonly schema?: object }>>;
}

/** The responses of an operation by status. */
export type PublishedResponses = ReadonlyMap<number, PublishedResponse>;

interface Json {
  readonly [member: string]: Json;
}

const document = JSON.parse(JSON.stringify(describeApi())) as Json;

/** The components that a schema of the document may refer to. */
export const publishedComponents: object = document["components"] ?? {};

/** The responses of each operation, by its method and path template, such as `GET /api/me`. */
export const publishedOperations: ReadonlyMap<string, PublishedResponses> = new Map(
  Object.entries(document["paths"] ?? {}).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => [
      `${method.toUpperCase()} ${path}`,
      readResponses(operation["responses"] ?? {}),
    ]),
  ),
);

function readResponses(responses: Json): PublishedResponses {
  return new Map(
    Object.entries(responses).map(([status, response]) => {
      const { description, headers = {}, content = {} } = resolve(response) as Partial<Json>;
      const entries = Object.entries(headers).map(([name, header]) => [
        name.toLowerCase(),
        resolve(header),
      ]);
      const read = { description, headers: Object.fromEntries(entries) as unknown, content };
      return [Number(status), read as unknown as PublishedResponse];
    }),
  );
}

function resolve(value: Json): Json {
  const pointer = value["$ref"] as string | undefined;
  if (pointer === undefined) return value;
  const parts = pointer.split("/").slice(1);
  return parts.reduce<Json>((at, part) => at[part] ?? {}, document);
}
