import { useQueryClient } from "@tanstack/react-query";
import { describeError } from "../../api/refusal.ts";
import { useApi } from "../../api/scope.ts";
import { showToast } from "../../parts/toast.tsx";
import { applyOrder, placeCase } from "./case-order.ts";
import { useRefreshSuite, useSuitePlace, type TestCase } from "./use-suite.ts";

/** Changes of the list of cases: an order is shown at once, and taken back if the server refuses it. */
export function useCaseChanges(cases: readonly TestCase[]) {
  const api = useApi();
  const client = useQueryClient();
  const refresh = useRefreshSuite();
  const { place } = useSuitePlace();
  const { queryKey } = api.list("listCases", place);
  const attempt = async (work: () => Promise<unknown>) => {
    try {
      await work();
    } catch (error) {
      showToast(`Not changed: ${describeError(error)}`);
    }
    await refresh();
  };
  /** Copies cases to the end of their phases. */
  const create = async (from: readonly TestCase[], nameOf: (one: TestCase) => string) => {
    const made: string[] = [];
    for (const one of from) {
      const { id: _, createdAt: __, modifiedAt: ___, rowVersion: ____, ...fields } = one;
      made.push((await api.call("createCase", { ...place, ...fields, name: nameOf(one) })).id);
    }
    return made;
  };
  const restore = async (removed: readonly TestCase[]) => {
    const made = await create(removed, ({ name }) => name);
    const idOf = new Map(removed.map(({ id }, at) => [id, made[at] ?? id]));
    for (const phase of new Set(removed.map((one) => one.phase))) {
      const ids = cases.filter((one) => one.phase === phase).map(({ id }) => idOf.get(id) ?? id);
      await api.call("reorderCases", { ...place, phase, ids });
    }
  };
  return {
    /** Puts a case at the place of another one of its phase. */
    move: (id: string, target: string) => {
      const order = placeCase(cases, id, target);
      if (order === null) return;
      client.setQueryData(queryKey, applyOrder(cases, order.phase, order.ids));
      void attempt(() => api.call("reorderCases", { ...place, ...order }));
    },
    duplicate: (ids: ReadonlySet<string>) =>
      attempt(() => {
        const names = new Set(cases.map(({ name }) => name));
        return create(
          cases.filter(({ id }) => ids.has(id)),
          ({ name }) => freeName(name, names),
        );
      }),
    remove: (ids: ReadonlySet<string>) =>
      attempt(async () => {
        const removed = cases.filter(({ id }) => ids.has(id));
        // Later cases depend on earlier ones.
        for (const { id } of removed.toReversed())
          await api.call("deleteCase", { ...place, caseId: id });
        showToast(
          removed.length === 1
            ? `Case “${removed[0]?.name}” deleted`
            : `${removed.length} cases deleted`,
          () => void attempt(() => restore(removed)),
        );
      }),
  };
}

const maxName = 120;

/** `Reads a book 2`, or the next number that no case has. */
export function freeName(name: string, taken: Set<string>): string {
  for (let number = 2; ; number++) {
    const end = ` ${number}`;
    const free = name.slice(0, maxName - end.length) + end;
    if (taken.has(free)) continue;
    taken.add(free);
    return free;
  }
}
