import { useEffect, useRef, useState } from "react";
import { codeOf } from "../api/refusal.ts";
import { keepDraft, readDraft, type Draft } from "./draft-store.ts";
import { dropEqual, findConflicts, type FieldConflict } from "./merge-fields.ts";

export type SaveState = "saved" | "unsaved" | "saving" | "failed";

export interface DraftOptions<Fields extends object> {
  /** Names the record and the person, so that the text is found again. */
  readonly key: string;
  /** The newest fields that are known of the server. */
  readonly server: Fields;
  /** Writes all fields over the newest row version, and brings the answer into what is shown. */
  readonly save: (fields: Fields) => Promise<void>;
  /** Reads the record again after CONCURRENCY_CONFLICT, and returns its fields. */
  readonly reload: () => Promise<Fields>;
}

/**
 * Fields of a record that are edited at once and saved together. What another person changes in other fields
 * at the same time is shown and kept; the same field in two versions is a conflict, which the person decides.
 */
export function useDraft<Fields extends object>(options: DraftOptions<Fields>) {
  const { key, server } = options;
  const [draft, setDraft] = useState<Draft<Fields> | null>(() => readDraft<Fields>(key));
  const [state, setState] = useState<SaveState>(draft === null ? "saved" : "unsaved");
  const [savedAt, setSavedAt] = useState<Date | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [conflicts, setConflicts] = useState<readonly FieldConflict<Fields>[]>([]);
  const latest = useRef({ options, draft });
  useEffect(() => {
    latest.current = { options, draft };
  });
  const keep = (next: Draft<Fields> | null) => {
    latest.current = { ...latest.current, draft: next };
    keepDraft(key, next);
    setDraft(next);
  };
  const change = (mine: Partial<Fields>) => {
    const begun = latest.current.draft ?? { base: latest.current.options.server, mine: {} };
    const all = { ...begun.mine, ...mine };
    const isUnchanged = Object.keys(dropEqual(all, begun.base)).length === 0;
    keep(isUnchanged ? null : { base: begun.base, mine: all });
    setState(isUnchanged ? "saved" : "unsaved");
  };
  const commit = async (base?: Fields): Promise<void> => {
    const begun = latest.current.draft;
    if (begun === null) return;
    setState("saving");
    setError(null);
    try {
      const found = await write(
        latest.current.options,
        base === undefined ? begun : { ...begun, base },
      );
      setConflicts(found);
      if (found.length > 0) return setState("unsaved");
      // What was typed while it was saved is saved next.
      const now = latest.current.draft;
      const isSame = now === begun || now === null;
      keep(isSame ? null : { base: { ...begun.base, ...begun.mine }, mine: now.mine });
      setState(isSame ? "saved" : "unsaved");
      setSavedAt(new Date());
    } catch (failure) {
      setError(failure);
      setState("failed");
    }
  };
  /** Decides a conflict: the fields in `kept` are saved, of the others those of the server stay. */
  const resolve = (kept: Partial<Fields>) => {
    const begun = latest.current.draft;
    if (begun === null) return;
    const theirs = latest.current.options.server;
    const decided = new Set<string>(conflicts.map(({ field }) => field));
    const rest = Object.entries(begun.mine).filter(([field]) => !decided.has(field));
    const mine = { ...Object.fromEntries(rest), ...kept } as Partial<Fields>;
    setConflicts([]);
    keep(Object.keys(mine).length === 0 ? null : { base: theirs, mine });
    if (Object.keys(mine).length === 0) setState("saved");
    else void commit(theirs);
  };
  const discard = () => {
    keep(null);
    setConflicts([]);
    setError(null);
    setState("saved");
  };
  /** The text stays as a draft; the next save shows the conflict again. */
  const postpone = () => setConflicts([]);
  const fields: Fields = { ...server, ...draft?.mine };
  return {
    fields,
    change,
    commit: () => commit(),
    resolve,
    postpone,
    discard,
    state,
    savedAt,
    error,
    conflicts,
  };
}

const maxTries = 3;

/** Saves, and returns the conflicts instead if there are any. */
async function write<Fields extends object>(
  { server, save, reload }: DraftOptions<Fields>,
  { base, mine }: Draft<Fields>,
): Promise<FieldConflict<Fields>[]> {
  let newest = server;
  for (let tries = 1; ; tries++) {
    const conflicts = findConflicts(base, mine, newest);
    if (conflicts.length > 0) return conflicts;
    try {
      await save({ ...newest, ...mine });
      return [];
    } catch (error) {
      if (codeOf(error) !== "CONCURRENCY_CONFLICT" || tries === maxTries) throw error;
      newest = await reload();
    }
  }
}
