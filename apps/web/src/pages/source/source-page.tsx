import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { useShortcut } from "../../keys/shortcuts.ts";
import { QueryView } from "../../parts/query-view.tsx";
import { LoadingRows } from "../../parts/view-state.tsx";
import { useEditLock, useTree, useVersionPlace } from "../../design/use-version.ts";
import { SourceConflicts } from "./source-conflicts.tsx";
import { useSourceFormat, type SourceFormat } from "./source-format.ts";
import { SourceHead } from "./source-head.tsx";
import { SourceProblems } from "./source-problems.tsx";
import type { SourceView } from "./source.types.ts";
import { useSource } from "./use-source.ts";
import { useTextLint } from "./use-text-lint.ts";
import styles from "./source.module.css";

const SourceEditor = lazy(async () => ({
  default: (await import("./source-editor.tsx")).SourceEditor,
}));

/** The whole document of a version as text. */
export function SourcePage() {
  const format = useSourceFormat();
  const { place } = useVersionPlace();
  return <Source key={`${place.versionId} ${format}`} format={format} />;
}

const route = getRouteApi("/$org/$project/specs/$spec/$version/source");

function Source({ format }: { readonly format: SourceFormat }) {
  const { line } = route.useSearch();
  const navigate = useNavigate({ from: "/$org/$project/specs/$spec/$version/source" });
  const lock = useEditLock();
  const { data: tree } = useTree();
  const source = useSource(format);
  const [view, setView] = useState<SourceView | null>(null);
  const shown = useRef<SourceView | null>(null);
  const { lint, error, check } = useTextLint(({ findings }) => shown.current?.show(findings));
  const { exported, draft } = source;
  const isLocked = lock !== null;
  useShortcut(isLocked ? null : "mod+s", "Save", () => void source.save());
  useEffect(() => {
    if (view !== null && line !== undefined) view.goTo(line);
  }, [view, line]);
  const goTo = (to: number) => {
    view?.goTo(to);
    void navigate({ search: { line: to }, replace: true });
  };
  return (
    <div className={styles["page"]}>
      <SourceHead source={source} format={format} lock={lock} />
      <QueryView query={exported}>
        {({ text }) =>
          draft === undefined ? (
            <LoadingRows />
          ) : (
            <Suspense fallback={<LoadingRows rows={20} />}>
              <SourceEditor
                format={format}
                text={draft?.mine ?? text}
                isReadOnly={isLocked}
                tree={tree}
                onOpen={(opened) => {
                  shown.current = opened;
                  source.open(opened);
                  setView(opened);
                }}
                onEdit={source.edit}
                onSettle={(settled) => {
                  source.settle(settled);
                  void check(settled);
                }}
              />
            </Suspense>
          )
        }
      </QueryView>
      <SourceProblems
        lint={lint}
        error={error}
        isLocked={isLocked}
        onOpen={(finding) => goTo(finding.line)}
        onFix={(fix) => view?.fix(fix)}
      />
      {source.conflicts.length > 0 && (
        <SourceConflicts
          conflicts={source.conflicts}
          onResolve={(prefer) => void source.save(prefer)}
          onLater={source.postpone}
        />
      )}
    </div>
  );
}
