import type { LintSeverity } from "./lint-severity.ts";

/** The objects of a document that a rule of an organization may be about, as the engine names them. */
export const customSubjects = [
  "Root",
  "Info",
  "Contact",
  "License",
  "Server",
  "ServerVariable",
  "Tag",
  "ExternalDocs",
  "Paths",
  "PathItem",
  "Operation",
  "Parameter",
  "RequestBody",
  "MediaTypesMap",
  "MediaType",
  "Example",
  "Responses",
  "Response",
  "Header",
  "Link",
  "Callback",
  "Schema",
  "SchemaProperties",
  "Discriminator",
  "Components",
  "NamedSchemas",
  "NamedParameters",
  "NamedResponses",
  "NamedRequestBodies",
  "NamedHeaders",
  "NamedSecuritySchemes",
  "SecurityScheme",
  "SecurityRequirement",
] as const;
export type CustomSubject = (typeof customSubjects)[number];

export const casings = [
  "camelCase",
  "kebab-case",
  "snake_case",
  "PascalCase",
  "MACRO_CASE",
  "COBOL-CASE",
  "flatcase",
] as const;

/** What must hold; each is one of the engine's assertions. */
export interface CustomAssertions {
  readonly defined?: boolean;
  readonly nonEmpty?: boolean;
  readonly pattern?: string;
  readonly notPattern?: string;
  readonly casing?: (typeof casings)[number];
  readonly enum?: readonly string[];
  readonly const?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly required?: readonly string[];
  readonly requireAny?: readonly string[];
  readonly disallowed?: readonly string[];
  readonly mutuallyExclusive?: readonly string[];
  readonly mutuallyRequired?: readonly string[];
}

/** A rule that an organization wrote: a finding at each object of the subject for which it does not hold. */
export interface CustomRule {
  readonly name: string;
  readonly description?: string;
  readonly severity: LintSeverity;
  readonly subject: {
    readonly type: CustomSubject;
    /** Members whose values are meant; without it, the names of all members are. */
    readonly property?: readonly string[] | undefined;
    /** Only objects whose own name in their parent is one of these. */
    readonly filterInParentKeys?: readonly string[];
    readonly filterOutParentKeys?: readonly string[];
    readonly matchParentKeys?: string;
  };
  readonly assertions: CustomAssertions;
  /** Of the finding; `{{problems}}` and `{{property}}` are filled in. */
  readonly message?: string;
}

/** Which media types bodies may have. */
export interface MediaTypeRule {
  readonly severity: LintSeverity;
  readonly allowedValues: readonly string[];
}

/** What an organization sets beside severities. */
export interface LintOptions {
  readonly custom: readonly CustomRule[];
  readonly mediaTypes: {
    readonly request: MediaTypeRule | null;
    readonly response: MediaTypeRule | null;
  };
}

export const noOptions: LintOptions = { custom: [], mediaTypes: { request: null, response: null } };
