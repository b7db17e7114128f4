import { useQuery } from "@tanstack/react-query";
import { useNavigate, useParams } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import {
  lazy,
  Suspense,
  useCallback,
  useDeferredValue,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
} from "react";
import { useApi, useCan } from "../../api/scope.ts";
import { useShortcut } from "../../keys/shortcuts.ts";
import { IconButton } from "../../parts/button.tsx";
import { FilterBox } from "../../parts/filter-box.tsx";
import { readFilter } from "../../parts/filter-terms.ts";
import { toggled } from "../../parts/selection.ts";
import { Empty } from "../../parts/view-state.tsx";
import { phaseNames } from "./case-order.ts";
import { CaseRow } from "./case-row.tsx";
import { MarkedCases } from "./marked-cases.tsx";
import { useCaseChanges } from "./use-case-changes.ts";
import { useSuitePlace, type TestCase } from "./use-suite.ts";
import styles from "./case-list.module.css";

const CreateCase = lazy(async () => ({ default: (await import("./create-case.tsx")).CreateCase }));

/** The cases of a suite in the order in which they run. Alt with the arrow keys moves one; so does dragging. */
export function CaseList({ cases }: { readonly cases: readonly TestCase[] }) {
  const canWrite = useCan("tests:write");
  const { params, place } = useSuitePlace();
  const { case: shownId } = useParams({ strict: false });
  const { data: histories = [] } = useQuery(useApi().list("listCaseHistories", place));
  const byCase = useMemo(() => new Map(histories.map((each) => [each.caseId, each])), [histories]);
  const changes = useCaseChanges(cases);
  const [text, setText] = useState("");
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set());
  const [isCreating, setIsCreating] = useState(false);
  const wanted = useDeferredValue(text);
  const shown = useMemo(() => filterCases(cases, wanted), [cases, wanted]);
  const list = useRef<HTMLDivElement>(null);
  const move = useRef(changes.move);
  move.current = changes.move;
  const drop = useCallback((id: string, target: string) => move.current(id, target), []);
  const press = useCaseKeys({
    shown,
    list: () => list.current,
    onMark: canWrite ? (id) => setMarked(toggled(marked, id)) : null,
    onMove: canWrite ? changes.move : null,
  });
  useShortcut(canWrite ? "c" : null, "Create case", () => setIsCreating(true));
  return (
    <div className={styles["panel"]}>
      <div className={styles["filter"]}>
        <FilterBox
          label={cases.length === 1 ? "Filter 1 case" : `Filter ${cases.length} cases`}
          text={text}
          onChange={setText}
        />
        {canWrite && (
          <IconButton label="Create case" onPress={() => setIsCreating(true)}>
            <Plus size={16} strokeWidth={1.5} aria-hidden />
          </IconButton>
        )}
      </div>
      <nav ref={list} className={styles["list"]} aria-label="Cases" onKeyDown={press}>
        {shown.length === 0 && (
          <div className={styles["none"]}>
            <Empty
              text={
                cases.length === 0
                  ? "No cases yet. Create one, or save a request of Try as a case."
                  : `No case matches “${text}”.`
              }
            />
          </div>
        )}
        {phaseNames.map(({ phase, name }) => {
          const rows = shown.filter((each) => each.phase === phase);
          if (rows.length === 0) return null;
          return (
            <section key={phase} aria-label={name}>
              <h2 className={styles["phase"]}>{name}</h2>
              <ol>
                {rows.map((row) => (
                  <CaseRow
                    key={row.id}
                    row={row}
                    params={params}
                    history={byCase.get(row.id)}
                    isShown={row.id === shownId}
                    isMarked={marked.has(row.id)}
                    isDraggable={canWrite}
                    onDrop={drop}
                  />
                ))}
              </ol>
            </section>
          );
        })}
      </nav>
      {marked.size > 0 && (
        <MarkedCases cases={cases} marked={marked} onMark={setMarked} shown={shown} />
      )}
      <Suspense>{isCreating && <CreateCase onClose={() => setIsCreating(false)} />}</Suspense>
    </div>
  );
}

/** By name, method, address and tag. */
function filterCases(cases: readonly TestCase[], text: string): readonly TestCase[] {
  const { terms, words } = readFilter(text, ["tag", "method", "phase"]);
  const wanted = words.toLowerCase();
  const has = (key: string, values: readonly string[]) =>
    (terms.get(key) ?? []).every((term) =>
      values.some((value) => value.toLowerCase() === term.toLowerCase()),
    );
  return cases.filter(
    ({ name, tags = [], phase, request: { method, url } }) =>
      `${name} ${url}`.toLowerCase().includes(wanted) &&
      has("tag", tags) &&
      has("method", [method]) &&
      has("phase", [phase]),
  );
}

interface CaseKeys {
  readonly shown: readonly TestCase[];
  readonly list: () => HTMLElement | null;
  readonly onMark: ((id: string) => void) | null;
  readonly onMove: ((id: string, target: string) => void) | null;
}

/** `j` and `k` move the focus, `[` and `]` open the previous and the next case. */
function useCaseKeys({ shown, list, onMark, onMove }: CaseKeys): (event: KeyboardEvent) => void {
  const { params } = useSuitePlace();
  const { case: shownId } = useParams({ strict: false });
  const navigate = useNavigate();
  const focused = () => {
    const active = document.activeElement;
    return list()?.contains(active) === true
      ? (active?.closest<HTMLElement>("[data-case]")?.dataset["case"] ?? null)
      : null;
  };
  const indexOf = (id: string | null | undefined) => shown.findIndex((each) => each.id === id);
  const focus = (step: number) => {
    const at = indexOf(focused() ?? shownId);
    const next = shown[Math.min(shown.length - 1, Math.max(0, at + step))];
    list()?.querySelector<HTMLElement>(`[data-case="${next?.id}"]`)?.focus();
  };
  const open = (step: number) => {
    const next = shown[indexOf(shownId) + step];
    const to = "/$org/$project/suites/$suite/cases/$case";
    if (next !== undefined) void navigate({ to, params: { ...params, case: next.id } });
  };
  const shift = (step: number) => {
    const id = focused() ?? shownId ?? null;
    const target = shown[indexOf(id) + step];
    if (id === null || target === undefined) return;
    onMove?.(id, target.id);
    requestAnimationFrame(() => list()?.querySelector<HTMLElement>(`[data-case="${id}"]`)?.focus());
  };
  useShortcut("j", "Next case in the list", () => focus(1));
  useShortcut("k", "Previous case in the list", () => focus(-1));
  useShortcut("]", "Open next case", () => open(1));
  useShortcut("[", "Open previous case", () => open(-1));
  useShortcut(onMark === null ? null : "x", "Select case", () => {
    const id = focused() ?? shownId;
    if (id !== null && id !== undefined) onMark?.(id);
  });
  return (event) => {
    const step = event.altKey ? { ArrowUp: -1, ArrowDown: 1 }[event.key] : undefined;
    if (step === undefined || onMove === null) return;
    event.preventDefault();
    shift(step);
  };
}
