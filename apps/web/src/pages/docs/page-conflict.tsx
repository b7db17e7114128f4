import { ConflictDialog } from "../../drafts/conflict-dialog.tsx";
import type { FieldConflict } from "../../drafts/merge-fields.ts";
import { decideTexts, mergeTexts, type TextConflict } from "../../drafts/merge-texts.ts";
import type { PageFields } from "./use-page-draft.ts";

export interface PageConflictProps {
  readonly conflicts: readonly FieldConflict<PageFields>[];
  readonly onResolve: (kept: Partial<PageFields>) => void;
  readonly onLater: () => void;
}

/** Lines that two people changed differently: only those are decided, all others are joined. */
export function PageConflict({ conflicts, onResolve, onLater }: PageConflictProps) {
  const title = conflicts.find(({ field }) => field === "title");
  const text = conflicts.find(({ field }) => field === "content");
  const parts =
    text === undefined ? [] : mergeTexts(String(text.base), String(text.mine), String(text.theirs));
  const places = parts.filter((part): part is TextConflict => typeof part !== "string");
  const lines = places.map(({ base, mine, theirs }, at) => ({
    field: String(at),
    base,
    mine,
    theirs,
  }));
  const labels: Record<string, string> = Object.fromEntries(
    places.map(({ line }, at) => [String(at), `Line ${line}`]),
  );
  const resolve = (kept: Record<string, unknown>) => {
    const choices = places.map((_, at) => (String(at) in kept ? "mine" : "theirs"));
    onResolve({
      ...(title !== undefined && "title" in kept ? { title: String(title.mine) } : {}),
      ...(text === undefined ? {} : { content: decideTexts(parts, choices) }),
    });
  };
  return (
    <ConflictDialog<Record<string, unknown>>
      conflicts={[...(title === undefined ? [] : [{ ...title, field: "title" }]), ...lines]}
      labels={{ ...labels, title: "Title" }}
      onResolve={resolve}
      onLater={onLater}
    />
  );
}
