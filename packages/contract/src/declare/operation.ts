import type { Static, TObject, TProperties, TSchema } from "typebox";
import type { AuditedEvent } from "../events/domain-events.ts";
import type { Permission } from "../words/permissions.ts";
import type { Plan } from "../words/plans.ts";
import type { ProblemCode } from "../words/problems.ts";
import type { ToolsetSlug } from "../words/toolsets.ts";

/** The effect of a call on the data: read changes nothing, write changes, destructive deletes. */
export type Effect = "read" | "write" | "destructive";

/** What a call works on. `project` adds a required `projectId` on the wire. */
export type OperationContext = "none" | "organization" | "project";

export type HttpMethod = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** Where the wire carries a field whose location does not follow from its name and the method. */
export type WirePlace = "path" | "query" | "header" | "body";

/** A body that is a file: streamed, with its own media type and a file name. */
export interface FileOutput<Media extends string = string> {
  readonly kind: "file";
  readonly mediaTypes: readonly Media[];
  /** The shape of a media type's content, if it has one; usually JSON. */
  readonly schemas: Readonly<Record<string, TSchema>>;
}

/** What a handler returns for a `FileOutput`. */
export interface OutgoingFile {
  readonly mediaType: string;
  readonly fileName: string;
  readonly content: string | Uint8Array | AsyncIterable<Uint8Array | string>;
}

/** Server-sent events that come until the caller or the server ends the stream. */
export interface StreamOutput {
  readonly kind: "stream";
  /** What the `data` of a message holds, as JSON. */
  readonly message: TSchema;
}

/** What a handler returns for a `StreamOutput`. */
export interface OutgoingStream {
  /**
   * Begins the stream; it ends once the signal is aborted.
   *
   * @throws Problem where the caller may open no further stream.
   */
  open(signal: AbortSignal): AsyncIterable<StreamMessage>;
}

/** A message of a stream; without `data` it only moves the id on. */
export interface StreamMessage {
  readonly id: string;
  readonly event?: string;
  readonly data?: object;
}

export type OutputShape = TSchema | FileOutput | StreamOutput | null;

export interface RestBinding<
  In extends TProperties,
  Out extends OutputShape,
  Found extends "found" | undefined,
> {
  readonly method: HttpMethod;
  /** A template such as `/api/cli/runs/{id}/status`; a name in braces is an input field. */
  readonly path: string;
  /** The success status. Default: 200, or 204 without an output. */
  readonly status?: 200 | 201 | 202 | 204;
  /** Fields that are not at their derived location. */
  readonly at?: Readonly<Partial<Record<keyof In & string, "header" | "query">>>;
  /** Output fields that are sent as response headers: field → header name. */
  readonly headers?: Readonly<
    Partial<Record<Out extends TSchema ? keyof Static<Out> & string : never, string>>
  >;
  /** Template of the `Location` header, filled from output and input. */
  readonly location?: string;
  /** `found`: no field names the project; the implementation's `locate` finds it. */
  readonly project?: Found;
  /** The maximum size of the body, if it is not the usual 5 MiB. */
  readonly maxBodyMiB?: number;
  /** The call may take long: its headers are sent once it is accepted, and blanks keep the connection open. */
  readonly isHeld?: true;
}

/** The command under the server's `admin`, for example `org create`. */
export interface AdminBinding {
  readonly command: string;
  /** The command names an organization, although other callers need not. */
  readonly isOfOrganization?: true;
}

/** The tool that offers an operation to agents: its name in snake_case, and its toolset. */
export interface ToolBinding {
  readonly name: string;
  readonly toolset: ToolsetSlug;
  /** The tool calls addresses outside the installation. */
  readonly isOpenWorld?: true;
  /** Appended to the summary in the tool's description: what differs for agents. */
  readonly note?: string;
  /** Aliases of fields for agents: alias → the operation's name, which is accepted too. */
  readonly aliases?: Readonly<Record<string, string>>;
  /** Fields whose form the definitions of other tools describe; the summary refers to them. */
  readonly likeTools?: readonly string[];
  /** Fields that few agents need: accepted, but only the reference describes them. */
  readonly unlisted?: readonly string[];
  /** Removes from an output what an agent must request explicitly; the shape does not change. */
  readonly shorten?: (output: never) => unknown;
}

export interface Operation<
  Name extends string = string,
  In extends TProperties = TProperties,
  Out extends OutputShape = OutputShape,
  Codes extends ProblemCode = ProblemCode,
  Context extends OperationContext = OperationContext,
  Found extends "found" | undefined = "found" | undefined,
> {
  readonly name: Name;
  readonly title: string;
  readonly summary: string;
  readonly group: string;
  /** null: every credential; `operator`: only the server's admin command. */
  readonly permission: Permission | "operator" | null;
  /** The smallest plan that includes the operation. Default: every plan. */
  readonly plan?: Plan;
  readonly context: Context;
  readonly effect: Effect;
  /** Repeating the same call leaves the same state. */
  readonly isIdempotent: boolean;
  /** Part of the contract that changes only with an announcement. */
  readonly isStable: boolean;
  /**
   * The event of a change; every write has one. If the handler can record one of several, this is
   * the main one, which the audit entry of a refusal names.
   */
  readonly event?: AuditedEvent;
  readonly rest?: RestBinding<In, Out, Found>;
  readonly admin?: AdminBinding;
  readonly tool?: ToolBinding;
  readonly input: In;
  readonly output: Out;
  /** The codes in addition to those that every call can return. */
  readonly problems: readonly Codes[];
}

type PlanCode<Needed> = Needed extends Plan ? "PLAN_REQUIRED" : never;

/**
 * Declares an operation once for REST, the typed client, the tools and the reference. An operation with a plan can be
 * refused with PLAN_REQUIRED, which is added to its problems.
 */
export function operation<
  const Name extends string,
  In extends TProperties,
  Out extends OutputShape,
  const Codes extends ProblemCode,
  const Context extends OperationContext,
  const Found extends "found" | undefined = undefined,
  const Needed extends Plan | undefined = undefined,
>(
  declaration: Operation<Name, In, Out, Codes, Context, Found> & { readonly plan?: Needed },
): Operation<Name, In, Out, Codes | PlanCode<Needed>, Context, Found> {
  if (declaration.plan === undefined) return declaration;
  const refusal = "PLAN_REQUIRED" as PlanCode<Needed>;
  return { ...declaration, problems: [...declaration.problems, refusal] };
}

/** Declares a file as output, with its possible media types and the schemas of some. */
export function file<const Media extends string>(
  mediaTypes: readonly Media[],
  schemas?: Readonly<Partial<Record<Media, TSchema>>>,
): FileOutput<Media> {
  return {
    kind: "file",
    mediaTypes,
    schemas: (schemas ?? {}) as Readonly<Record<string, TSchema>>,
  };
}

/** Declares a stream as output, with the shape of its messages. */
export function stream(message: TSchema): StreamOutput {
  return { kind: "stream", message };
}

// Every operation is assignable to this; the type parameters of `Operation` are invariant.
export interface AnyOperation extends Omit<Operation, "rest" | "input" | "output" | "problems"> {
  readonly rest?: Omit<
    RestBinding<TProperties, null, "found" | undefined>,
    "headers" | "at" | "project"
  > & {
    readonly headers?: Readonly<Record<string, string | undefined>>;
    readonly at?: Readonly<Record<string, "header" | "query" | undefined>>;
    readonly project?: "found" | undefined;
  };
  readonly input: TProperties;
  readonly output: OutputShape;
  readonly problems: readonly ProblemCode[];
}

type ProjectField<Op> =
  Op extends Operation<string, infer _In, infer _Out, infer _Codes, infer Context, infer Found>
    ? Context extends "project"
      ? Found extends "found"
        ? unknown
        : { projectId: string }
      : unknown
    : unknown;

/** The fields of a call as the handler receives them (without `projectId`, with defaults applied). */
export type InputOf<Op> = Op extends { input: infer In extends TProperties }
  ? Static<TObject<In>>
  : never;

/** The fields of a call as a client sends them. */
export type CallOf<Op> = InputOf<Op> & ProjectField<Op>;

/** What a handler returns. */
export type OutputOf<Op> = Op extends { output: infer Out }
  ? Out extends FileOutput
    ? OutgoingFile
    : Out extends StreamOutput
      ? OutgoingStream
      : Out extends TSchema
        ? Static<Out>
        : void
  : never;

export type CodesOf<Op> = Op extends { problems: readonly (infer Code)[] } ? Code : never;

/** Distinguishes a file output from a record. */
export function isFile(output: OutputShape): output is FileOutput {
  return output !== null && "kind" in output && output.kind === "file";
}

/** Distinguishes a stream from a record. */
export function isStream(output: OutputShape): output is StreamOutput {
  return output !== null && "kind" in output && output.kind === "stream";
}
