/** A JSON Schema of the document. */
export type Schema = Readonly<Record<string, unknown>>;

export interface DescribedParameter {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly required: boolean;
  readonly schema: Schema;
}

export interface DescribedResponse {
  readonly content: Readonly<Record<string, { readonly schema: Schema }>>;
  /** Header names in lower case, each with its schema and whether it is required. */
  readonly headers: Readonly<
    Record<string, { readonly required: boolean; readonly schema: Schema }>
  >;
  /** The codes in its description; none for a success. */
  readonly codes: readonly string[];
}

/** One operation as described by the published document, without use of the source. */
export interface DescribedOperation {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly DescribedParameter[];
  readonly body: Schema | null;
  readonly responses: ReadonlyMap<number, DescribedResponse>;
}

export interface ApiDescription {
  readonly operations: readonly DescribedOperation[];
  /** Every path with its methods. */
  readonly methods: ReadonlyMap<string, readonly string[]>;
  /** The targets of references in schemas, under their member of the document. */
  readonly components: Readonly<Record<string, unknown>>;
}

// The shape of the document is checked by tests of the product.
interface Json {
  readonly [member: string]: Json;
}
const methodNames = new Set(["get", "put", "post", "delete", "patch"]);

/** Reads the document that a running server publishes. */
export async function readApiDescription(url: string): Promise<ApiDescription> {
  const document = (await (await fetch(`${url}/openapi.json`)).json()) as Json;
  const resolve = (value: Json): Json => {
    const pointer = value["$ref"] as string | undefined;
    if (pointer === undefined) return value;
    const found = pointer
      .split("/")
      .slice(1)
      .reduce<Json>((at, part) => at[part] as unknown as Json, document);
    return resolve(found);
  };
  const operations: DescribedOperation[] = [];
  const methods = new Map<string, string[]>();
  for (const [path, item] of Object.entries(document["paths"] as Json)) {
    for (const [method, raw] of Object.entries(item)) {
      if (!methodNames.has(method)) continue;
      // Every GET can also be sent as HEAD.
      const named = method === "get" ? ["GET", "HEAD"] : [method.toUpperCase()];
      methods.set(path, [...(methods.get(path) ?? []), ...named].sort());
      operations.push(describe(method.toUpperCase(), path, raw, resolve));
    }
  }
  return { operations, methods, components: document["components"] ?? {} };
}

function describe(
  method: string,
  path: string,
  raw: Json,
  resolve: (value: Json) => Json,
): DescribedOperation {
  const parameters = (raw["parameters"] as unknown as Json[]).map(resolve) as unknown[];
  const body = raw["requestBody"];
  const content = body?.["content"];
  const media = content?.["application/json"];
  return {
    name: raw["operationId"] as unknown as string,
    method,
    path,
    parameters: parameters as DescribedParameter[],
    body: media === undefined ? null : (media["schema"] as unknown as Schema),
    responses: new Map(
      Object.entries(raw["responses"] as Json).map(([status, response]) => [
        Number(status),
        describeResponse(resolve(response), resolve),
      ]),
    ),
  };
}

function describeResponse(raw: Json, resolve: (value: Json) => Json): DescribedResponse {
  const content = Object.entries(raw["content"] ?? {}).map(([type, media]) => [
    type,
    { schema: resolve(media["schema"] ?? {}) },
  ]);
  const headers = Object.entries(raw["headers"] ?? {}).map(([name, given]) => {
    const header = resolve(given);
    const isRequired = (header as { required?: unknown }).required === true;
    return [name.toLowerCase(), { required: isRequired, schema: header["schema"] }];
  });
  const description = JSON.stringify(raw["description"]);
  return {
    content: Object.fromEntries(content) as DescribedResponse["content"],
    headers: Object.fromEntries(headers) as DescribedResponse["headers"],
    codes: Array.from(description.matchAll(/`([A-Z_]{4,})`/g), ([, code = ""]) => code),
  };
}
