import type { TestCase } from "./use-suite.ts";

type Phase = TestCase["phase"];

/** The phases in the order in which they run, with their names. */
export const phaseNames: readonly { readonly phase: Phase; readonly name: string }[] = [
  { phase: "setUp", name: "Set-up" },
  { phase: "test", name: "Tests" },
  { phase: "tearDown", name: "Tear-down" },
];

/** The ids of a phase with one case at the place of another of the same phase; null: nothing changes. */
export function placeCase(
  cases: readonly TestCase[],
  id: string,
  target: string,
): { readonly phase: Phase; readonly ids: string[] } | null {
  const phase = cases.find((each) => each.id === id)?.phase;
  if (phase === undefined || cases.find((each) => each.id === target)?.phase !== phase) return null;
  const ids = cases.filter((each) => each.phase === phase).map((each) => each.id);
  const [from, to] = [ids.indexOf(id), ids.indexOf(target)];
  if (from === to) return null;
  ids.splice(from, 1);
  ids.splice(to, 0, id);
  return { phase, ids };
}

/** The cases with those of one phase in the order of `ids`. */
export function applyOrder(
  cases: readonly TestCase[],
  phase: Phase,
  ids: readonly string[],
): TestCase[] {
  const byId = new Map(cases.map((each) => [each.id, each]));
  const ordered = ids.flatMap((id) => byId.get(id) ?? []);
  return phaseNames.flatMap((each) =>
    each.phase === phase ? ordered : cases.filter((one) => one.phase === each.phase),
  );
}
