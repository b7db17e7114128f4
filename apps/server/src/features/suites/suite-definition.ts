import { caseFields, type CaseDefinition } from "@lintel/contract/shapes/test-case";
import type { SuiteDefinition } from "@lintel/contract/shapes/test-suite";
import type { StoredCase } from "./case.store.ts";
import type { SuiteValues } from "./suite.store.ts";

/** The stored definition of a case: all fields except the name, each value unchanged. */
export function toStoredDefinition(definition: CaseDefinition): Record<string, unknown> {
  const { name: _, ...stored } = caseFields;
  const names = Object.keys(stored) as (keyof typeof stored)[];
  return Object.fromEntries(
    names.filter((name) => definition[name] !== undefined).map((name) => [name, definition[name]]),
  );
}

/** A stored case in the form in which it was sent. */
export function toCaseDefinition(row: Pick<StoredCase, "name" | "definition">): CaseDefinition {
  return { name: row.name, ...row.definition } as CaseDefinition;
}

type SuiteHead = Omit<SuiteDefinition, "setUp" | "cases" | "tearDown">;

/** A stored suite with its cases in execution order. Empty fields are omitted. */
export function toSuiteDefinition<Case>(
  suite: SuiteValues,
  cases: readonly StoredCase[],
  read: (row: StoredCase) => Case,
): SuiteHead & { setUp?: Case[]; cases: Case[]; tearDown?: Case[] } {
  const ofPhase = Map.groupBy(cases, (row) => row.phase);
  const listOf = (phase: string) => ofPhase.get(phase)?.map(read);
  const setUp = listOf("setUp");
  const tearDown = listOf("tearDown");
  return {
    name: suite.name,
    ...(suite.description === null ? {} : { description: suite.description }),
    ...(suite.folder === "" ? {} : { folder: suite.folder }),
    ...(suite.tags.length === 0 ? {} : { tags: suite.tags }),
    ...(isEmpty(suite.variables) ? {} : { variables: suite.variables }),
    ...(isEmpty(suite.defaults) ? {} : { defaults: suite.defaults }),
    ...(suite.data === null ? {} : { data: suite.data }),
    ...(setUp === undefined ? {} : { setUp }),
    cases: listOf("test") ?? [],
    ...(tearDown === undefined ? {} : { tearDown }),
  };
}

function isEmpty(record: object): boolean {
  return Object.keys(record).length === 0;
}
