import type { FastifyReply } from "fastify";

/** Writes an output as the JSON that its declaration promises; undeclared fields do not leave. */
export type Serialize = (reply: FastifyReply, output: Fields) => string;

type Fields = Record<string, unknown>;

/**
 * A schema is compiled at the first output: few of them are in any one process, and all of them
 * together would take a good part of its start.
 *
 * @param schema - of the body; null where there is none, or a file
 */
export function createSerializer(schema: object | null): Serialize {
  let write: ((output: Fields) => string) | undefined;
  return (reply, output) => {
    write ??= reply.compileSerializationSchema(toSerializable(schema ?? {}));
    return write(output);
  };
}

const serializers = new WeakMap<object, Serialize>();

/** The serializer of a schema, made once. */
export function serializerOf(schema: object): Serialize {
  const known = serializers.get(schema);
  if (known !== undefined) return known;
  const made = createSerializer(schema);
  serializers.set(schema, made);
  return made;
}

/**
 * A schema as the serializer takes it. What refers to a component of the published document, which
 * is not there, is written as it is.
 */
function toSerializable(schema: object): Fields {
  if ("$ref" in schema) return {};
  return Object.fromEntries(
    Object.entries(schema).map(([keyword, value]) => [keyword, toPart(value)]),
  );
}

function toPart(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toPart);
  return typeof value === "object" && value !== null ? toSerializable(value) : value;
}
