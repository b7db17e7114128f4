import type { InputOf } from "@lintel/contract/operation";
import type {
  createCase,
  deleteCase,
  getCase,
  listCases,
  reorderCases,
  TestCase,
  updateCase,
} from "@lintel/contract/operations/case";
import { phases, type CaseDefinition, type Phase } from "@lintel/contract/shapes/test-case";
import { quote } from "@lintel/json/shorten";
import { checkOrder, writeOrder } from "../../platform/database/order.ts";
import { decodeRowVersion, encodeRowVersion } from "../../platform/database/row-version.ts";
import type { ProjectContext } from "../../platform/kernel/implementation.ts";
import { readPaging } from "../../platform/paging.ts";
import type { Platform } from "../../platform/kernel/platform.ts";
import { conflict, invalid, notFound, Problem } from "../../platform/problem.ts";
import {
  deleteCases,
  insertCases,
  readDependsOn,
  selectCase,
  selectCaseHeads,
  selectCasePage,
  selectCases,
  updateCases,
  type CaseHead,
  type CaseValues,
  type StoredCase,
  type SuitePlace,
} from "./case.store.ts";
import {
  checkCaseParts,
  checkDependencies,
  refuseErrors,
} from "../../domain/suites/suite-checks.ts";
import { toCaseDefinition, toStoredDefinition } from "./suite-definition.ts";
import { findSuite, toSubject } from "./suite.service.ts";
import { touchSuite } from "./suite.store.ts";

// Every change of a case also changes the suite's modifiedAt and rowVersion. A caller that sends
// the rowVersion of a suite that it read is therefore refused if a case has changed.

/** Maximum number of cases in a phase, as in a suite's file. */
const maxCases: Readonly<Record<Phase, number>> = { setUp: 100, test: 2000, tearDown: 100 };

export async function listSuiteCases(
  context: ProjectContext,
  input: InputOf<typeof listCases>,
): Promise<{ items: TestCase[]; totalCount: number; skip: number; take: number }> {
  const place = await seeSuite(context, input.suiteId);
  const paging = readPaging(input);
  const { rows, totalCount } = await selectCasePage(context.db, place, paging);
  return { items: rows.map(toCase), totalCount, ...paging };
}

export async function readCase(
  context: ProjectContext,
  input: InputOf<typeof getCase>,
): Promise<TestCase> {
  return toCase(await findCase(context, await seeSuite(context, input.suiteId), input.caseId));
}

/** Adds a case at the end of its phase. */
export async function addCase(
  platform: Pick<Platform, "clock">,
  context: ProjectContext,
  { suiteId, phase = "test", ...fields }: InputOf<typeof createCase>,
): Promise<TestCase> {
  const place = await changeCasesOf(context, suiteId);
  const heads = await selectCaseHeads(context.db, place);
  const siblings = heads.filter((head) => head.phase === phase);
  if (siblings.length >= maxCases[phase]) throw phaseFull(phase);
  const position = (siblings.at(-1)?.position ?? 0) + 1;
  const head = { id: platform.clock.newId(), phase, position, name: fields.name };
  const after = [...heads, { ...head, dependsOn: fields.dependsOn ?? [] }].sort(comparePhases);
  checkChange(fields, head, after);
  const values = { ...head, definition: toStoredDefinition(fields) };
  await insertCases(context.db, place, [values], context.now);
  context.emit("case.created", ofCase(place, head));
  return toCase(await findCase(context, place, head.id));
}

/** Replaces a case. Cases that depend on it follow its new name and get new row versions. */
export async function changeCase(
  context: ProjectContext,
  { suiteId, caseId, rowVersion, ...fields }: InputOf<typeof updateCase>,
): Promise<TestCase> {
  const place = await changeCasesOf(context, suiteId);
  const before = await findCase(context, place, caseId);
  // The suite's row is locked, so no other call changes the case until this transaction ends.
  if (decodeRowVersion(rowVersion) !== before.rowVersion) {
    throw conflict(encodeRowVersion(before.rowVersion));
  }
  const rename = (name: string) => (name === before.name ? fields.name : name);
  const heads = await selectCaseHeads(context.db, place);
  const head = toHead(before, fields.name);
  const after = heads.map((other) =>
    other.id === caseId
      ? { ...head, dependsOn: fields.dependsOn ?? [] }
      : { ...other, dependsOn: other.dependsOn.map(rename) },
  );
  checkChange(fields, head, after);
  const followers = await renameInDependents(context, place, heads, before, fields.name);
  const values = { ...head, definition: toStoredDefinition(fields) };
  await updateCases(context.db, place, [values, ...followers], context.now);
  const details = before.name === head.name ? {} : { formerName: before.name };
  context.emit("case.updated", { ...ofCase(place, head), details });
  return toCase(await findCase(context, place, caseId));
}

/** @throws Problem IN_USE if other cases depend on it. */
export async function removeCase(
  context: ProjectContext,
  { suiteId, caseId }: InputOf<typeof deleteCase>,
): Promise<void> {
  const place = await changeCasesOf(context, suiteId);
  const removed = await findCase(context, place, caseId);
  const heads = await selectCaseHeads(context.db, place);
  const dependents = heads.filter((head) => head.dependsOn.includes(removed.name));
  if (dependents.length > 0) {
    const names = dependents
      .slice(0, 5)
      .map((head) => quote(head.name))
      .join(", ");
    const more = dependents.length > 5 ? ` and ${dependents.length - 5} more` : "";
    throw new Problem("IN_USE", `These cases depend on it: ${names}${more}.`);
  }
  await deleteCases(context.db, place, [caseId]);
  context.emit("case.deleted", ofCase(place, removed));
}

/** Sorts the cases of one phase. A case must still come after those that it depends on. */
export async function orderCases(
  context: ProjectContext,
  { suiteId, phase, ids }: InputOf<typeof reorderCases>,
): Promise<void> {
  const place = await changeCasesOf(context, suiteId);
  const heads = await selectCaseHeads(context.db, place);
  const moved = heads.filter((head) => head.phase === phase);
  checkOrder(
    moved.map((head) => head.id),
    ids,
  );
  const byId = new Map(moved.map((head) => [head.id, head]));
  const wanted = ids.flatMap((id) => byId.get(id) ?? []);
  const others = heads.filter((head) => head.phase !== phase);
  const after = [...others, ...wanted].sort(comparePhases);
  const errors = checkDependencies(after.map((head) => ({ ...head, field: "" })));
  refuseErrors(errors.map((error) => ({ ...error, field: "ids" })));
  await writeOrder(context.db, "testCase", context.organizationId, ids);
  const subject = toSubject({ id: suiteId, name: place.suiteName });
  context.emit("case.reordered", { subject, data: { phase, order: ids } });
}

type Head = Omit<CaseHead, "dependsOn">;

function toHead({ id, phase, position }: StoredCase, name: string): Head {
  return { id, phase: phase as Phase, position, name };
}

function comparePhases(left: Head, right: Head): number {
  return phases.indexOf(left.phase) - phases.indexOf(right.phase);
}

/** The suite of cases to read. */
async function seeSuite(context: ProjectContext, suiteId: string): Promise<SuitePlace> {
  await findSuite(context, suiteId);
  return { organizationId: context.organizationId, suiteId };
}

/** The suite of cases to change. Marks it as changed and locks it. */
async function changeCasesOf(
  context: ProjectContext,
  suiteId: string,
): Promise<SuitePlace & { suiteName: string }> {
  const suite = await touchSuite(context.db, context, suiteId, context.now);
  if (suite === undefined) throw notFound("The suite");
  return { organizationId: context.organizationId, suiteId, suiteName: suite.name };
}

async function findCase(
  context: ProjectContext,
  place: SuitePlace,
  id: string,
): Promise<StoredCase> {
  const row = await selectCase(context.db, place, id);
  if (row === undefined) throw notFound("The case");
  return row;
}

/** Checks a new or changed case. `after` is the list of all cases after the change, in order. */
function checkChange(fields: CaseDefinition, changed: Head, after: readonly CaseHead[]): void {
  if (after.some((head) => head.id !== changed.id && head.name === changed.name)) {
    throw new Problem("NAME_TAKEN", "The suite has a case of this name, in one of its phases.");
  }
  // The other cases were valid before, so any problem is reported for the changed one.
  const linked = after.map((head) => ({ ...head, field: head.id === changed.id ? "" : "others" }));
  const dependencies = checkDependencies(linked).filter((error) => error.field.startsWith("."));
  refuseErrors([...checkCaseParts(fields, changed.phase, ""), ...dependencies]);
}

async function renameInDependents(
  context: ProjectContext,
  place: SuitePlace,
  heads: readonly CaseHead[],
  before: StoredCase,
  name: string,
): Promise<CaseValues[]> {
  if (name === before.name || !heads.some((head) => head.dependsOn.includes(before.name)))
    return [];
  const cases = await selectCases(context.db, place);
  return cases
    .filter((row) => row.id !== before.id && readDependsOn(row.definition).includes(before.name))
    .map((row) => ({
      ...toHead(row, row.name),
      definition: {
        ...row.definition,
        dependsOn: readDependsOn(row.definition).map((own) => (own === before.name ? name : own)),
      },
    }));
}

function phaseFull(phase: Phase): Problem {
  return invalid({
    field: "phase",
    code: "maxItems",
    message: `A suite has at most ${maxCases[phase]} cases of the phase ${phase}: use another suite.`,
  });
}

const ofCase = ({ suiteId }: SuitePlace, { id, name }: Pick<StoredCase, "id" | "name">) => ({
  subject: { type: "case", id, name } as const,
  data: { suiteId },
});

function toCase(row: StoredCase): TestCase {
  return {
    id: row.id,
    phase: row.phase as Phase,
    ...toCaseDefinition(row),
    createdAt: row.createdAt.toISOString(),
    modifiedAt: row.modifiedAt.toISOString(),
    rowVersion: encodeRowVersion(row.rowVersion),
  };
}
