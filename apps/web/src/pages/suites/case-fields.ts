import type {
  Assertion,
  Condition,
  Extraction,
  ForEach,
  Retry,
} from "@lintel/contract/shapes/test-case";
import type { TestAuth } from "@lintel/contract/shapes/test-request";
import type { Input } from "../../api/api.ts";
import type { RequestDraft } from "../../request/request-draft.ts";
import { toDraft } from "../../request/request-draft.ts";
import { toSavedRequest } from "../../request/saved-request.ts";
import type { TestCase } from "./use-suite.ts";

/** A case as it is edited. Lists and records are JSON, so that two states of them can be compared as texts. */
export interface CaseFields {
  readonly name: string;
  readonly description: string;
  /** Separated by commas. */
  readonly tags: string;
  readonly isEnabled: boolean;
  readonly method: RequestDraft["method"];
  readonly url: string;
  readonly headers: string;
  readonly contentType: string;
  readonly body: string;
  /** "" : that of the suite. */
  readonly auth: string;
  readonly timeoutMs: string;
  readonly assertions: string;
  readonly extractions: string;
  readonly dependsOn: string;
  /** "" where there is none, as in the next two. */
  readonly when: string;
  readonly foreach: string;
  readonly retry: string;
}

export const caseLabels: Readonly<Record<keyof CaseFields, string>> = {
  name: "Name",
  description: "Description",
  tags: "Tags",
  isEnabled: "Enabled",
  method: "Method",
  url: "Address",
  headers: "Headers",
  contentType: "Body",
  body: "Content",
  auth: "Credential",
  timeoutMs: "Time limit",
  assertions: "Assertions",
  extractions: "Extractions",
  dependsOn: "Depends on",
  when: "Condition",
  foreach: "Repeat for each",
  retry: "Retry",
};

const write = (value: unknown): string => (value === undefined ? "" : JSON.stringify(value));
const read = <Value>(text: string): Value | undefined =>
  text === "" ? undefined : (JSON.parse(text) as Value);

export const readAssertions = (text: string): readonly Assertion[] => read(text) ?? [];
export const readExtractions = (text: string): readonly Extraction[] => read(text) ?? [];
export const readNames = (text: string): readonly string[] => read(text) ?? [];
export const readCondition = (text: string): Condition | undefined => read(text);
export const readForEach = (text: string): ForEach | undefined => read(text);
export const readRetry = (text: string): Retry | undefined => read(text);
export { write as writeField };

export function toCaseFields(testCase: TestCase): CaseFields {
  const { name, description = "", tags = [], isEnabled = true, request } = testCase;
  const { assertions = [], extractions = [], dependsOn = [], when, foreach, retry } = testCase;
  const { method, url, headers, contentType, body, auth } = toDraft(request);
  return {
    name,
    description,
    tags: tags.join(", "),
    isEnabled,
    method,
    url,
    headers,
    contentType,
    body,
    auth: write(auth ?? undefined),
    timeoutMs: request.timeoutMs === undefined ? "" : String(request.timeoutMs),
    assertions: write(assertions),
    extractions: write(extractions),
    dependsOn: write(dependsOn),
    when: write(when),
    foreach: write(foreach),
    retry: write(retry),
  };
}

/** The request of the fields, as the form has it. */
export function draftOf(fields: CaseFields): RequestDraft {
  const { method, url, headers, contentType, body } = fields;
  const auth = read<TestAuth>(fields.auth) ?? null;
  return { method, url, headers, contentType, body, auth, followRedirects: true };
}

export function fromDraft(change: Partial<RequestDraft>): Partial<CaseFields> {
  const { auth, followRedirects: _, ...texts } = change;
  return { ...texts, ...(auth === undefined ? {} : { auth: write(auth ?? undefined) }) };
}

export const readTags = (text: string): string[] => [
  ...new Set(
    text
      .split(",")
      .map((tag) => tag.trim())
      .filter((tag) => tag !== ""),
  ),
];

type CaseInput = Omit<Input<"updateCase">, "projectId" | "suiteId" | "caseId" | "rowVersion">;

/** What is saved; `before` is the case as the server has it. */
export function toCaseInput(fields: CaseFields, before: TestCase): CaseInput {
  const { followRedirects = true } = before.request;
  const request = toSavedRequest({ ...draftOf(fields), followRedirects }, before.request);
  const { timeoutMs: _, ...untimed } = request;
  const when = readCondition(fields.when);
  const foreach = readForEach(fields.foreach);
  const retry = readRetry(fields.retry);
  const timeoutMs = Number(fields.timeoutMs);
  return {
    name: fields.name,
    description: fields.description,
    tags: readTags(fields.tags),
    isEnabled: fields.isEnabled,
    request: fields.timeoutMs.trim() === "" ? untimed : { ...request, timeoutMs },
    assertions: [...readAssertions(fields.assertions)],
    extractions: [...readExtractions(fields.extractions)],
    dependsOn: [...readNames(fields.dependsOn)],
    ...(when === undefined ? {} : { when }),
    ...(foreach === undefined ? {} : { foreach }),
    ...(retry === undefined ? {} : { retry }),
  };
}
