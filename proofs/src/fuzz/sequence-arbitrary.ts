import fc from "fast-check";
import { isOfDocs } from "./read-records.ts";
import type { ApiDescription, DescribedOperation } from "./api-description.ts";
import { hostileTexts } from "./hostile-values.ts";
import { makeRef, valuesOf } from "./schema-values.ts";
import {
  actor,
  mutation,
  oddity,
  weighted,
  type Mutation,
  type Oddity,
  type Step,
} from "./step-arbitrary.ts";
import { usualFieldsOf } from "./usual-fields.ts";

/** Ids of an address: three of four name existing records, the others anything. */
function pathOf(operation: DescribedOperation): fc.Arbitrary<Record<string, string>> {
  const names = operation.parameters.filter((one) => one.in === "path").map(({ name }) => name);
  const each = (value: (name: string) => fc.Arbitrary<string>) =>
    fc.record(Object.fromEntries(names.map((name) => [name, value(name)])));
  return weighted(
    [75, each((name) => makeRef(name, 59))],
    [25, each((name) => weighted([90, makeRef(name)], [10, fc.constantFrom(...hostileTexts)]))],
  );
}

function queryOf(operation: DescribedOperation): fc.Arbitrary<Record<string, unknown>> {
  const inQuery = operation.parameters.filter((parameter) => parameter.in === "query");
  const query = Object.fromEntries(
    inQuery.map(({ name, schema }) => [name, valuesOf(schema, name)]),
  );
  const required = inQuery.filter((parameter) => parameter.required).map(({ name }) => name);
  return fc.record(query, { requiredKeys: required });
}

/**
 * Requests of one operation: about half of them are valid, apart from their caller and existing
 * records.
 */
function stepsOf(operation: DescribedOperation): fc.Arbitrary<Step> {
  const usual = usualFieldsOf(operation);
  const isUsual = fc.nat(9).map((number) => usual !== null && number < 7);
  return isUsual.chain((has) => {
    const query = has && usual !== null && operation.body === null ? usual : queryOf(operation);
    const body = has && usual !== null ? usual : valuesOf(operation.body ?? {});
    return fc.record({
      operation: fc.constant({ ...operation, toJSON: () => operation.name }),
      actor,
      path: pathOf(operation),
      query,
      body: operation.body === null ? fc.constant(undefined) : body,
      mutations: weighted<Mutation[]>(
        [6, fc.constant([])],
        [4, fc.array(mutation, { minLength: 1, maxLength: 3 })],
      ),
      oddities: weighted<Oddity[]>(
        [7, fc.constant([])],
        [3, fc.array(oddity, { minLength: 1, maxLength: 2 })],
      ),
    });
  });
}

/** Operations that create most of the state are tried more often. */
const methodWeights: Readonly<Record<string, number>> = {
  POST: 4,
  PATCH: 5,
  PUT: 5,
  GET: 2,
  DELETE: 2,
};

/** Operations that delete what others need are tried less often. */
const weights: Readonly<Record<string, number>> = {
  deleteProject: 1,
  deleteSpec: 1,
  publishSpecVersion: 3,
  // They rarely succeed, because most of their values contradict something.
  reorderCases: 8,
  importSuite: 10,
  updateMember: 8,
  setProjectRole: 8,
  deleteHeaderComponent: 4,
};

/** The area of a sequence: one area, so that its steps use the same records, or all. */
const areas: readonly ((path: string) => boolean)[] = [
  (path) => isOfDesign(path),
  (path) => /\/specs\/\{specId\}\/(?:endpoint|response-headers)/.test(path),
  (path) => isOfDesign(path) && !/\{endpointId\}/.test(path),
  (path) => isOfDocs(path),
  (path) => !isOfDesign(path) && !isOfDocs(path),
  (path) => !isOfDesign(path) && !isOfDocs(path),
  (path) =>
    /\/(?:webhooks|requests|consumers|callers|route|usage|traffic-rules)(?:\/|$)/.test(path),
  (path) => /\/security\/|\/(?:suites|environments)(?:\/\{|$)/.test(path),
  () => true,
];

/** Whether an address belongs to the designer. */
export function isOfDesign(path: string): boolean {
  return /\/(?:specs|header-components|header-policies|design-settings)(?:\/|$)/.test(path);
}

export function sequenceArbitrary(api: ApiDescription, maxLength: number): fc.Arbitrary<Step[]> {
  return fc.oneof(
    ...areas.map((isIn) => {
      const operations = api.operations.filter(({ path }) => isIn(path));
      return fc.array(stepArbitrary(operations), { minLength: 1, maxLength, size: "max" });
    }),
  );
}

/** Sequences of only these operations. */
export function aimedArbitrary(
  api: ApiDescription,
  names: readonly string[],
  maxLength: number,
): fc.Arbitrary<Step[]> {
  const operations = api.operations.filter(({ name }) => names.includes(name));
  return fc.array(stepArbitrary(operations), { minLength: 1, maxLength, size: "max" });
}

function stepArbitrary(operations: readonly DescribedOperation[]): fc.Arbitrary<Step> {
  return fc.oneof(
    ...operations.map((operation) => ({
      weight: weights[operation.name] ?? methodWeights[operation.method] ?? 1,
      arbitrary: stepsOf(operation),
    })),
  );
}
