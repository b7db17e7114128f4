import { getRouteApi } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { pointerToComponent, useFindings } from "../../design/use-findings.ts";
import { ConflictDialog } from "../../drafts/conflict-dialog.tsx";
import { useUndo } from "../../drafts/edit-history.ts";
import { SaveNote } from "../../drafts/save-note.tsx";
import { useShortcut } from "../../keys/shortcuts.ts";
import { CodeEditor } from "../../parts/code-editor.tsx";
import { TextField } from "../../parts/field.tsx";
import { Page } from "../../parts/page.tsx";
import { TabLink, TabLinks } from "../../parts/tab-links.tsx";
import { LockNote } from "../../design/lock-note.tsx";
import { useEditLock } from "../../design/use-version.ts";
import { ComponentActions } from "./component-actions.tsx";
import { nameKind } from "./component-kinds.ts";
import type { ComponentTab } from "./component-tabs.ts";
import { ExampleTab } from "./example-tab.tsx";
import { SchemaTab } from "./schema-tab.tsx";
import { UsageTable } from "./usage-table.tsx";
import { componentLabels, useComponentDraft, type ComponentDetail } from "./use-component.ts";
import styles from "./components.module.css";

const ProblemsOf = lazy(async () => ({
  default: (await import("../lint/problems-of.tsx")).ProblemsOf,
}));

const route = getRouteApi("/$org/$project/specs/$spec/$version/components/$component");

/** A component: its name, and its content as a form or as JSON. References follow a new name. */
export function ComponentEditor({ component }: { readonly component: ComponentDetail }) {
  const { kind, name, usageCount } = component;
  const isSchema = kind === "schemas";
  const { tab = isSchema ? "form" : "json" } = route.useSearch();
  const lock = useEditLock();
  const problemCount = useFindings().get(component.id)?.length ?? 0;
  const draft = useComponentDraft(component);
  const { fields, change, commit, state, savedAt, error, conflicts } = draft;
  const save = () => void commit();
  useUndo(component.id);
  useShortcut(lock === null ? "mod+s" : null, "Save", save);
  const note = (
    <span className={styles["note"]}>
      {nameKind(kind)}
      <LockNote lock={lock} />
      {lock === null && <SaveNote state={state} savedAt={savedAt} error={error} onRetry={save} />}
    </span>
  );
  const edit = (content: string) => change({ content });
  return (
    <Page title={name} note={note} actions={<ComponentActions component={component} lock={lock} />}>
      <div className={styles["name"]}>
        <TextField
          label="Name"
          isMono
          value={fields.name}
          onChange={(next) => change({ name: next })}
          onBlur={save}
          isReadOnly={lock !== null}
          help={
            usageCount === 0 ? "Not used yet" : `${places(usageCount)} to it and follow a new name.`
          }
        />
      </div>
      <Tabs current={tab} isSchema={isSchema} usageCount={usageCount} problemCount={problemCount} />
      {tab === "form" && isSchema && (
        <SchemaTab text={fields.content} isLocked={lock !== null} onChange={edit} onCommit={save} />
      )}
      {(tab === "json" || (tab === "form" && !isSchema)) && (
        <CodeEditor
          label={`JSON of ${name}`}
          language="json"
          text={fields.content}
          isReadOnly={lock !== null}
          onChange={edit}
          onBlur={save}
        />
      )}
      {tab === "example" && <ExampleTab component={component} text={fields.content} />}
      {tab === "usage" && <UsageTable component={component} />}
      {tab === "problems" && (
        <Suspense>
          <ProblemsOf pointer={pointerToComponent(component)} isLocked={lock !== null} />
        </Suspense>
      )}
      {conflicts.length > 0 && (
        <ConflictDialog
          conflicts={conflicts}
          labels={componentLabels}
          onResolve={draft.resolve}
          onLater={draft.postpone}
        />
      )}
    </Page>
  );
}

const places = (count: number): string =>
  count === 1 ? "1 place refers" : `${count.toLocaleString("en")} places refer`;

interface TabsProps {
  readonly current: ComponentTab;
  readonly isSchema: boolean;
  readonly usageCount: number;
  readonly problemCount: number;
}

function Tabs({ current, isSchema, usageCount, problemCount }: TabsProps) {
  const tabs: readonly { tab: ComponentTab; name: string; count?: number }[] = [
    ...(isSchema ? [{ tab: "form", name: "Form" } as const] : []),
    { tab: "json", name: "JSON" },
    { tab: "example", name: isSchema ? "Example" : "Preview" },
    { tab: "usage", name: "Used by", count: usageCount },
    ...(problemCount === 0 && current !== "problems"
      ? []
      : [{ tab: "problems", name: "Problems", count: problemCount } as const]),
  ];
  return (
    <div className={styles["tabs"]}>
      <TabLinks label="Parts of the component">
        {tabs.map(({ tab, name, count }) => (
          <TabLink
            key={tab}
            from="/$org/$project/specs/$spec/$version/components/$component"
            to="."
            search={{ tab }}
            isCurrent={tab === current}
            count={count ?? null}
          >
            {name}
          </TabLink>
        ))}
      </TabLinks>
    </div>
  );
}
