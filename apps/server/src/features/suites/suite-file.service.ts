import type { InputOf, OutgoingFile, OutputOf } from "@lintel/contract/operation";
import type { importSuite } from "@lintel/contract/operations/suite";
import type { SuiteDefinition } from "@lintel/contract/shapes/test-suite";
import { printSuiteYaml } from "@lintel/runner/yaml/print-suite-yaml";
import { yieldToEventLoop } from "../../platform/database/yield-to-event-loop.ts";
import { writeOrder } from "../../platform/database/order.ts";
import { decodeRowVersion, encodeRowVersion } from "../../platform/database/row-version.ts";
import type { ProjectContext } from "../../platform/kernel/implementation.ts";
import type { Platform } from "../../platform/kernel/platform.ts";
import { conflict, notFound } from "../../platform/problem.ts";
import {
  deleteCases,
  insertCases,
  selectCases,
  updateCases,
  type CaseValues,
  type StoredCase,
} from "./case.store.ts";
import { toCaseDefinition, toStoredDefinition, toSuiteDefinition } from "./suite-definition.ts";
import { isSameCase, isSameSuite, nameSuiteFile, type SuiteFile } from "./suite-file.ts";
import { findSuite, mergeSuite, toSubject } from "./suite.service.ts";
import {
  insertSuite,
  lockSuiteByName,
  updateSuiteRow,
  type StoredSuite,
  type SuiteValues,
} from "./suite.store.ts";

type Clock = Pick<Platform, "clock">;
type Imported = OutputOf<typeof importSuite>;

export async function exportSuiteFile(context: ProjectContext, id: string): Promise<OutgoingFile> {
  const suite = await findSuite(context, id);
  const { organizationId } = context;
  const cases = await selectCases(context.db, { organizationId, suiteId: id });
  return {
    mediaType: "application/yaml",
    fileName: nameSuiteFile(suite.name),
    content: printSuiteYaml(toSuiteDefinition(suite, cases, toCaseDefinition)),
  };
}

/**
 * Creates the suite with the file's folder and name, or changes it to match the file. Cases keep
 * their ids by name; cases that are not in the file are removed. Equal cases are not written, so
 * importing a file again changes nothing.
 * @throws Problem CONCURRENCY_CONFLICT if the suite or one of its cases is newer than `rowVersion`;
 * NOT_FOUND if a `rowVersion` is given and there is no such suite.
 */
export async function importSuiteFile(
  platform: Clock,
  context: ProjectContext,
  input: InputOf<typeof importSuite>,
  file: SuiteFile,
): Promise<Imported> {
  const { suite, isNew } = await lockSuite(platform, context, file.suite);
  checkVersion(suite, isNew, input.rowVersion);
  const { organizationId } = context;
  const stored = await selectCases(context.db, { organizationId, suiteId: suite.id });
  const change = await compareCases(platform, stored, file);
  await writeCases(context, suite.id, change);
  const changedSettings = isNew ? [] : listChangedSettings(suite, file.suite, change);
  const isChanged = change.isMoved || change.changed.length > 0 || changedSettings.length > 0;
  const after = isChanged && !isNew ? await writeSuite(context, suite, file.suite) : suite;
  const counts = {
    added: change.added.length,
    changed: change.changed.length,
    removed: change.removed.length,
  };
  if (isChanged || isNew)
    context.emit("suite.imported", { subject: toSubject(suite), data: { isNew, ...counts } });
  const rowVersion = encodeRowVersion(after.rowVersion);
  return { id: suite.id, isNew, ...counts, changedSettings, rowVersion };
}

/** Locks the suite with the file's folder and name, and creates it if there is none. */
async function lockSuite(
  { clock }: Clock,
  context: ProjectContext,
  definition: SuiteDefinition,
): Promise<{ suite: StoredSuite; isNew: boolean }> {
  const { db, organizationId, projectId, now } = context;
  const values = mergeSuite(definition, null);
  const place = { organizationId, projectId };
  const present = await lockSuiteByName(db, place, values.folder, values.name);
  if (present !== undefined) return { suite: present, isNew: false };
  const made = await insertSuite(db, { ...place, id: clock.newId(), now }, values);
  if (made !== undefined) return { suite: made, isNew: true };
  // Another import has created it in the meantime and committed.
  const other = await lockSuiteByName(db, place, values.folder, values.name);
  if (other === undefined) throw notFound("The suite");
  return { suite: other, isNew: false };
}

function checkVersion(suite: StoredSuite, isNew: boolean, rowVersion: string | undefined): void {
  if (rowVersion === undefined) return;
  if (isNew) throw notFound("The suite of this folder and name");
  if (decodeRowVersion(rowVersion) !== suite.rowVersion) {
    throw conflict(encodeRowVersion(suite.rowVersion));
  }
}

interface CaseChange {
  readonly added: CaseValues[];
  readonly changed: CaseValues[];
  readonly removed: string[];
  /** The wanted ids of each phase. */
  readonly order: string[][];
  /** Whether the cases or their order changed. */
  readonly isMoved: boolean;
}

/** Number of cases that are compared in one turn of the event loop. */
const casesInTurn = 50;

async function compareCases(
  { clock }: Clock,
  stored: readonly StoredCase[],
  file: SuiteFile,
): Promise<CaseChange> {
  const byName = new Map(stored.map((row) => [row.name, row]));
  const wanted: { values: CaseValues; isNew: boolean; isSame: boolean }[] = [];
  for (const [at, { phase, definition }] of file.cases.entries()) {
    if (at % casesInTurn === casesInTurn - 1) await yieldToEventLoop();
    const before = byName.get(definition.name);
    byName.delete(definition.name);
    const isSame = before?.phase === phase && isSameCase(toCaseDefinition(before), definition);
    const values: CaseValues = {
      id: before?.id ?? clock.newId(),
      phase,
      position: before?.position ?? at + 1,
      name: definition.name,
      definition: toStoredDefinition(definition),
    };
    wanted.push({ values, isNew: before === undefined, isSame });
  }
  const places = wanted.map(({ values }) => `${values.phase} ${values.id}`);
  return {
    added: wanted.filter((one) => one.isNew).map((one) => one.values),
    changed: wanted.filter((one) => !one.isNew && !one.isSame).map((one) => one.values),
    removed: [...byName.values()].map((row) => row.id),
    order: [...Map.groupBy(wanted, ({ values }) => values.phase).values()].map((ofPhase) =>
      ofPhase.map(({ values }) => values.id),
    ),
    isMoved: places.join() !== stored.map((row) => `${row.phase} ${row.id}`).join(),
  };
}

const settings = ["description", "tags", "variables", "defaults", "data"] as const;

/** The fields of the suite that differ from the file. `order` if cases only changed positions. */
function listChangedSettings(
  stored: SuiteValues,
  definition: SuiteDefinition,
  { added, removed, isMoved }: CaseChange,
): string[] {
  const wanted = mergeSuite(definition, null);
  const [before, after] = [stored, wanted].map((suite) =>
    toSuiteDefinition(suite, [], toCaseDefinition),
  );
  const changed: string[] = settings.filter(
    (name) => !isSameSuite(pick(before, name), pick(after, name)),
  );
  const isReordered = isMoved && added.length + removed.length === 0;
  return isReordered ? [...changed, "order"] : changed;
}

/** A suite with only one setting, so that it can be compared as files are. */
function pick(
  suite: SuiteDefinition | undefined,
  name: (typeof settings)[number],
): SuiteDefinition {
  return { name: "", cases: [], ...(suite?.[name] === undefined ? {} : { [name]: suite[name] }) };
}

async function writeCases(
  { db, organizationId, now }: ProjectContext,
  suiteId: string,
  change: CaseChange,
): Promise<void> {
  const place = { organizationId, suiteId };
  await deleteCases(db, place, change.removed);
  await updateCases(db, place, change.changed, now);
  await insertCases(db, place, change.added, now);
  if (!change.isMoved) return;
  for (const ids of change.order) await writeOrder(db, "testCase", organizationId, ids);
}

async function writeSuite(
  context: ProjectContext,
  suite: StoredSuite,
  wanted: SuiteDefinition,
): Promise<StoredSuite> {
  const row = await updateSuiteRow(context.db, suite, mergeSuite(wanted, null), context.now);
  if (row === undefined) throw conflict(encodeRowVersion(suite.rowVersion));
  return row;
}
