import type { Static, TObject, TProperties, TSchema } from "typebox";
import type { AuditedEvent } from "../events/domain-events.ts";
import type { Permission } from "../words/permissions.ts";
import type { Plan } from "../words/plans.ts";
import type { ProblemCode } from "../words/problems.ts";
import type { ToolsetSlug } from "../words/toolsets.ts";

/** What a call does to the data: read changes nothing, write changes, destructive takes away. */
export type Effect = "read" | "write" | "destructive";

/** What a call works on. `project` adds a required `projectId` on the wire. */
export type OperationContext = "none" | "organization" | "project";

export type HttpMethod = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** Where the wire carries a field that its name and the method do not place by themselves. */
export type WirePlace = "path" | "query" | "header" | "body";

/** A body that is a file: streamed, with its own media type and a file name. */
export interface FileOutput<Media extends string = string> {
  readonly kind: "file";
  readonly mediaTypes: readonly Media[];
  /** What a media type holds, where it has a shape: JSON above all. */
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
  /** The success status; 200 unless given, 204 where there is no output. */
  readonly status?: 200 | 201 | 202 | 204;
  /** Fields whose place is not the derived one. */
  readonly at?: Readonly<Partial<Record<keyof In & string, "header" | "query">>>;
  /** Output fields that travel as response headers: field → header name. */
  readonly headers?: Readonly<
    Partial<Record<Out extends TSchema ? keyof Static<Out> & string : never, string>>
  >;
  /** Template of the `Location` header, filled from output and input. */
  readonly location?: string;
  /** `found`: no field names the project; the implementation's `locate` finds it. */
  readonly project?: Found;
  /** The largest body, where it is not the common 5 MiB. */
  readonly maxBodyMiB?: number;
  /** The answer may take long: its headers go out once the call is accepted, blanks keep the line open. */
  readonly isHeld?: true;
}

/** The command of the server's own `admin`, for example `org create`. */
export interface AdminBinding {
  readonly command: string;
}

/** The tool that serves an operation to agents: its name in snake_case, and the set that shows it. */
export interface ToolBinding {
  readonly name: string;
  readonly toolset: ToolsetSlug;
  /** The tool reaches addresses outside of the installation. */
  readonly isOpenWorld?: true;
  /** Follows the summary in the tool's description: what is different for agents. */
  readonly note?: string;
  /** Names of fields that agents know under another name: theirs → the operation's, which is taken too. */
  readonly aliases?: Readonly<Record<string, string>>;
  /** Fields that hold what other tools take: their definitions say it, and the summary refers to them. */
  readonly likeTools?: readonly string[];
  /** Fields that few agents need: taken, and told by the reference alone. */
  readonly unlisted?: readonly string[];
  /** Takes from an output what an agent asks for only when it needs it; the shape stays. */
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
  /** null: every credential; `operator`: only the server's own admin command. */
  readonly permission: Permission | "operator" | null;
  /** The smallest plan that includes the operation; every plan unless given. */
  readonly plan?: Plan;
  readonly context: Context;
  readonly effect: Effect;
  /** Repeating the same call leaves the same state. */
  readonly isIdempotent: boolean;
  /** Part of the contract that only changes with an announcement. */
  readonly isStable: boolean;
  /**
   * The event of a change; every write has one. Where the call decides among several, this is the
   * main one, which the audit entry of a refusal names.
   */
  readonly event?: AuditedEvent;
  readonly rest?: RestBinding<In, Out, Found>;
  readonly admin?: AdminBinding;
  readonly tool?: ToolBinding;
  readonly input: In;
  readonly output: Out;
  /** The codes beyond those that every call may answer. */
  readonly problems: readonly Codes[];
}

type PlanCode<Needed> = Needed extends Plan ? "PLAN_REQUIRED" : never;

/**
 * Declares an operation: once for REST, the typed client, the tools and the reference. One with a
 * plan can be refused with PLAN_REQUIRED, which is added to its problems.
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

/** Declares a file as output, with the media types that it may have, and the schemas of some. */
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

// A concrete operation is assignable to this; the parameters of `Operation` itself are invariant.
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

/** The fields of a call as the handler reads them (without `projectId`, with defaults applied). */
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

/** Tells a file output from a record. */
export function isFile(output: OutputShape): output is FileOutput {
  return output !== null && "kind" in output && output.kind === "file";
}

/** Tells a stream from a record. */
export function isStream(output: OutputShape): output is StreamOutput {
  return output !== null && "kind" in output && output.kind === "stream";
}
