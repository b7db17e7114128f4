import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { Output } from "../../api/api.ts";
import { codeOf, Refusal } from "../../api/refusal.ts";
import { useApi, useOrganization } from "../../api/scope.ts";
import { keepText, readText, type TextDraft } from "../../drafts/text-store.ts";
import type { SaveState } from "../../drafts/use-draft.ts";
import { useVersionPlace } from "../../design/use-version.ts";
import type { SourceFormat } from "./source-format.ts";
import type { SourceView } from "./source.types.ts";

/** A place that was changed here and, since the text was loaded, differently on the server; values are JSON. */
export interface SourceConflict {
  readonly entity: string;
  readonly name: string;
  readonly pointer: string;
  readonly base: string | null;
  readonly mine: string | null;
  readonly theirs: string | null;
}

type Saved = Output<"saveSpecSource">;

/** The text of a version as it was loaded, what was typed since, and how both become one again. */
export function useSource(format: SourceFormat) {
  const api = useApi();
  const client = useQueryClient();
  const { session } = useOrganization();
  const { place } = useVersionPlace();
  const key = `${session.user.id}:source:${place.versionId}:${format}`;
  const options = api.query("exportSpec", { ...place, format });
  const exported = useQuery(options);
  const draft = useKeptDraft(key);
  const view = useRef<SourceView | null>(null);
  const base = useRef("");
  const [state, setState] = useState<SaveState>("saved");
  const [savedAt, setSavedAt] = useState<Date | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [conflicts, setConflicts] = useState<readonly SourceConflict[]>([]);
  const [saved, setSaved] = useState<Saved | null>(null);
  const [isOutdated, setIsOutdated] = useState(false);
  const isChanged = useRef(false);
  const text = exported.data?.text;
  /** The text is that of the server again. */
  const begin = (next: string) => {
    base.current = next;
    isChanged.current = false;
    setIsOutdated(false);
    setState("saved");
    void keepText(key, null);
    view.current?.write(next);
  };
  useEffect(() => {
    if (text === undefined || view.current === null || text === base.current) return;
    if (isChanged.current) setIsOutdated(true);
    else begin(text);
  }, [text]);
  const open = (opened: SourceView) => {
    view.current = opened;
    base.current = draft?.base ?? text ?? "";
    isChanged.current = draft !== null && draft !== undefined;
    setState(isChanged.current ? "unsaved" : "saved");
    setIsOutdated(isChanged.current && text !== base.current);
  };
  const edit = () => {
    if (isChanged.current && state !== "failed") return;
    isChanged.current = true;
    setState("unsaved");
  };
  /** Keeps what was typed; a text that is as it was loaded is none. */
  const settle = (mine: string) => {
    const isSame = mine === base.current;
    if (isSame && isChanged.current) {
      isChanged.current = false;
      setState("saved");
      setIsOutdated(false);
    }
    void keepText(key, isSame ? null : { base: base.current, mine });
  };
  const reload = async () => {
    await client.invalidateQueries({ queryKey: options.queryKey }, { cancelRefetch: true });
    return client.getQueryData(options.queryKey)?.text;
  };
  const save = async (prefer?: "mine" | "theirs") => {
    const mine = view.current?.read();
    if (mine === undefined || !isChanged.current) return;
    setState("saving");
    setError(null);
    setConflicts([]);
    try {
      const call = { ...place, base: base.current, text: mine };
      setSaved(await api.call("saveSpecSource", { ...call, ...(prefer && { prefer }) }));
      // What is typed from now on is a change of the text that was saved.
      base.current = mine;
      const now = view.current?.read() ?? mine;
      isChanged.current = now !== mine;
      // A text that was kept before must not come back at the next visit.
      await keepText(key, isChanged.current ? { base: mine, mine: now } : null);
      setSavedAt(new Date());
      setState(isChanged.current ? "unsaved" : "saved");
      const merged = await reload();
      if (merged !== undefined && view.current?.read() === mine) begin(merged);
    } catch (failure) {
      const found = readConflicts(failure);
      if (found.length > 0) {
        setConflicts(found);
        return setState("unsaved");
      }
      setError(failure);
      setState("failed");
    }
  };
  return {
    exported,
    /** undefined: it is still read. */
    draft,
    open,
    edit,
    settle,
    save,
    /** Back to what the server has. */
    discard: () => begin(text ?? base.current),
    state,
    savedAt,
    error,
    conflicts,
    postpone: () => setConflicts([]),
    /** What the last save changed. */
    saved,
    /** Others changed the version since the text was loaded. */
    isOutdated,
  };
}

function useKeptDraft(key: string): TextDraft | null | undefined {
  const [read, setRead] = useState<{ key: string; draft: TextDraft | null }>();
  useEffect(() => {
    let isCurrent = true;
    void readText(key).then((draft) => isCurrent && setRead({ key, draft }));
    return () => {
      isCurrent = false;
    };
  }, [key]);
  return read?.key === key ? read.draft : undefined;
}

function readConflicts(failure: unknown): readonly SourceConflict[] {
  if (codeOf(failure) !== "CONCURRENCY_CONFLICT" || !(failure instanceof Refusal)) return [];
  const found = failure.problem["conflicts"];
  return Array.isArray(found) ? (found as SourceConflict[]) : [];
}
