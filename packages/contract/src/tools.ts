import { IsOptional, type TSchema } from "typebox";
import { outlineChange, outlineInput, outlineLike, outlineRead } from "./declare/tool-schema.ts";
import { allOperations } from "./catalog.generated.ts";
import { isFile, type AnyOperation, type ToolBinding } from "./declare/operation.ts";

/** A JSON Schema with a record at its root, as the protocol requires. */
export interface RecordSchema {
  readonly type: "object";
  readonly [keyword: string]: unknown;
}

/** An entry of `tools/list`. */
export interface ToolDefinition {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: RecordSchema;
  readonly outputSchema: RecordSchema;
  readonly annotations: {
    readonly readOnlyHint: boolean;
    readonly destructiveHint: boolean;
    readonly idempotentHint: boolean;
    readonly openWorldHint: boolean;
  };
}

/** An operation that is a tool. */
export type ToolOperation = AnyOperation & { readonly tool: ToolBinding };

export const toolOperations: readonly ToolOperation[] = allOperations.filter(
  (operation): operation is ToolOperation => operation.tool !== undefined,
);

/**
 * The form in which a tool returns an output: a record unchanged, a list as `{items}`, a file as
 * `{mediaType, fileName, text}`, nothing as `{ok: true}`.
 */
export type ResultForm = "record" | "items" | "file" | "done";

export function resultForm({ output }: AnyOperation): ResultForm {
  if (output === null) return "done";
  if (isFile(output)) return "file";
  return (output as { type?: string }).type === "array" ? "items" : "record";
}

/** The definition of a tool, made from the declaration of its operation. */
export function describeTool(operation: ToolOperation): ToolDefinition {
  const { tool, summary, effect, isIdempotent, plan } = operation;
  const note =
    plan === undefined
      ? tool.note
      : `${tool.note ?? ""} Requires the plan ${plan} (PLAN_REQUIRED).`.trim();
  return {
    name: tool.name,
    description: note === undefined ? summary : `${summary} ${note}`,
    inputSchema: describeInput(operation),
    outputSchema: describeOutput(operation),
    annotations: {
      readOnlyHint: effect === "read",
      destructiveHint: effect === "destructive" || mayDelete(operation),
      idempotentHint: isIdempotent,
      openWorldHint: tool.isOpenWorld === true,
    },
  };
}

/** Whether one of the actions of a tool deletes something. */
function mayDelete({ input }: ToolOperation): boolean {
  const action: { enum?: readonly unknown[] } = input["action"] ?? {};
  return action.enum?.includes("delete") ?? false;
}

/** The fields of a call under the names for agents. */
function listToolFields({ input, tool }: ToolOperation): [string, TSchema][] {
  const aliases = new Map(Object.entries(tool.aliases ?? {}).map(([own, name]) => [name, own]));
  return Object.entries(input).map(([name, schema]) => [aliases.get(name) ?? name, schema]);
}

/** The fields of a call under the operation's names. */
export function readToolFields(
  { tool }: ToolOperation,
  given: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const { aliases } = tool;
  if (aliases === undefined) return given;
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => [
      Object.hasOwn(aliases, name) ? (aliases[name] ?? name) : name,
      value,
    ]),
  );
}

function describeInput(operation: ToolOperation): RecordSchema {
  const fields = listToolFields(operation).filter(
    ([name]) => operation.tool.unlisted?.includes(name) !== true,
  );
  const required = fields.filter(([, schema]) => !IsOptional(schema)).map(([name]) => name);
  return {
    type: "object",
    properties: Object.fromEntries(
      fields.map(([name, schema]) => {
        const isLike = operation.tool.likeTools?.includes(name) === true;
        return [name, isLike ? outlineLike(schema) : outlineInput(name, schema)];
      }),
    ),
    ...(required.length === 0 ? {} : { required }),
  };
}

function describeOutput(operation: ToolOperation): RecordSchema {
  const form = resultForm(operation);
  if (form === "done") return withProperties({ ok: { const: true } });
  if (form === "file") return withProperties(fileFields);
  if (form === "items") return withProperties({ items: outlineRead(operation.output) });
  return {
    type: "object",
    ...(operation.effect === "read"
      ? outlineRead(operation.output)
      : outlineChange(operation.output, operation.input)),
  };
}

const text = { type: "string" };
const fileFields = { mediaType: text, fileName: text, text };

function withProperties(properties: Readonly<Record<string, unknown>>): RecordSchema {
  return { type: "object", properties };
}
