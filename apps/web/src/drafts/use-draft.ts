import { useEffect, useRef, useState } from "react";
import { codeOf } from "../api/refusal.ts";
import { keepDraft, readDraft, type Draft } from "./draft-store.ts";
import { recordEdit } from "./edit-history.ts";
import { dropEqual, findConflicts, type FieldConflict } from "./merge-fields.ts";

export type SaveState = "saved" | "unsaved" | "saving" | "failed";

export interface DraftOptions<Fields extends object> {
  /** Names the record and the person, so that the text is found again. */
  readonly key: string;
  /** The newest fields that are known of the server. */
  readonly server: Fields;
  /**
   * Writes all fields over the newest row version, and brings the answer into what is shown. Returns the fields as the
   * server has them now; undefined: as they were sent, which a field needs that `merge` may have joined.
   */
  readonly save: (fields: Fields) => Promise<Fields | undefined>;
  /** Reads the record again after CONCURRENCY_CONFLICT, and returns its fields. */
  readonly reload: () => Promise<Fields>;
  /** Joins both changes of a field; null: a person must decide. Default: a person always decides. */
  readonly merge?: (conflict: FieldConflict<Fields>) => Promise<unknown>;
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
  const queue = useRef<Promise<boolean>>(Promise.resolve(true));
  /** What an undo or a redo saves is no new edit. */
  const isReplay = useRef(false);
  /** What the server had before the last save and has since then, until a view has read it. */
  const lastSave = useRef<{ before: Fields; after: Fields } | null>(null);
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
  const commitOnce = async (base?: Fields): Promise<boolean> => {
    const begun = latest.current.draft;
    if (begun === null) return true;
    const isEdit = !isReplay.current;
    isReplay.current = false;
    setState("saving");
    setError(null);
    try {
      const known = lastSave.current;
      const shown = latest.current.options.server;
      const server = known !== null && isSameJson(known.before, shown) ? known.after : shown;
      const { conflicts: found, saved } = await write(
        { ...latest.current.options, server },
        base === undefined ? begun : { ...begun, base },
      );
      setConflicts(found);
      if (found.length > 0) {
        setState("unsaved");
        return false;
      }
      const after = saved ?? { ...server, ...begun.mine };
      lastSave.current = { before: shown, after };
      if (isEdit) recordEdit(makeEdit(pick(server, begun.mine), pick(after, begun.mine)));
      // What was typed while it was saved is saved next.
      const now = latest.current.draft;
      const isSame = now === begun || now === null;
      keep(isSame ? null : { base: { ...begun.base, ...pick(after, begun.mine) }, mine: now.mine });
      setState(isSame ? "saved" : "unsaved");
      setSavedAt(new Date());
      return isSame;
    } catch (failure) {
      setError(failure);
      setState("failed");
      return false;
    }
  };
  /** Saves fields over the values that are expected there; false if others have come since. */
  const replay = (expected: Partial<Fields>, wanted: Partial<Fields>): boolean => {
    const known = lastSave.current;
    const { options: newest, draft: begun } = latest.current;
    const server =
      known !== null && isSameJson(known.before, newest.server) ? known.after : newest.server;
    const isAsExpected = Object.keys(dropEqual(expected, server)).length === 0;
    if (!isAsExpected || begun !== null) return false;
    keep({ base: server, mine: wanted });
    isReplay.current = true;
    void commit();
    return true;
  };
  const makeEdit = (before: Partial<Fields>, after: Partial<Fields>) => ({
    undo: () => replay(after, before),
    redo: () => replay(before, after),
  });
  /** Whether everything is saved now. Saves follow each other: two at once would be each other's conflict. */
  const commit = (base?: Fields): Promise<boolean> => {
    const next = queue.current.then(() => commitOnce(base));
    queue.current = next;
    return next;
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

const isSameJson = (one: object, other: object): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** The values that one object has for the fields of another. */
const pick = <Fields extends object>(from: Fields, names: Partial<Fields>): Partial<Fields> =>
  Object.fromEntries(
    Object.keys(names).map((name) => [name, from[name as keyof Fields]]),
  ) as Partial<Fields>;

const maxTries = 3;

interface Written<Fields> {
  /** Nothing is saved if there are any. */
  readonly conflicts: FieldConflict<Fields>[];
  readonly saved?: Fields | undefined;
}

/** Saves, unless there are conflicts. */
async function write<Fields extends object>(
  { server, save, reload, merge }: DraftOptions<Fields>,
  { base, mine }: Draft<Fields>,
): Promise<Written<Fields>> {
  let newest = server;
  for (let tries = 1; ; tries++) {
    const { joined, conflicts } = await join(findConflicts(base, mine, newest), merge);
    if (conflicts.length > 0) return { conflicts };
    try {
      return { conflicts, saved: await save({ ...newest, ...mine, ...joined }) };
    } catch (error) {
      if (codeOf(error) !== "CONCURRENCY_CONFLICT" || tries === maxTries) throw error;
      newest = await reload();
    }
  }
}

/** Joins what can be joined; the other conflicts remain. */
async function join<Fields extends object>(
  found: readonly FieldConflict<Fields>[],
  merge: DraftOptions<Fields>["merge"],
): Promise<{ joined: Partial<Fields>; conflicts: FieldConflict<Fields>[] }> {
  const texts = await Promise.all(found.map(async (conflict) => (await merge?.(conflict)) ?? null));
  const pairs = found.map((conflict, at) => ({ conflict, text: texts[at] ?? null }));
  const joined = pairs.filter(({ text }) => text !== null);
  return {
    joined: Object.fromEntries(
      joined.map(({ conflict, text }) => [conflict.field, text]),
    ) as Partial<Fields>,
    conflicts: pairs.filter(({ text }) => text === null).map(({ conflict }) => conflict),
  };
}
