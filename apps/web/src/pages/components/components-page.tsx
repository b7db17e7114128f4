import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link, useNavigate } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";
import { componentKinds } from "@lintel/contract/words/design";
import type { Item } from "../../api/api.ts";
import { useApi } from "../../api/scope.ts";
import { useShortcut } from "../../keys/shortcuts.ts";
import { Button } from "../../parts/button.tsx";
import { readFilter } from "../../parts/filter-terms.ts";
import { FilterBox } from "../../parts/filter-box.tsx";
import { Page } from "../../parts/page.tsx";
import { QueryView } from "../../parts/query-view.tsx";
import { Table, type Column } from "../../parts/table.tsx";
import { Time } from "../../parts/time.tsx";
import { Empty } from "../../parts/view-state.tsx";
import { countFindings, useFindings } from "../../design/use-findings.ts";
import { shownColumns } from "../views/hidden-columns.ts";
import { ListViews } from "../views/list-views.tsx";
import viewStyles from "../views/list-views.module.css";
import { LockNote } from "../../design/lock-note.tsx";
import { useEditLock, useVersionPlace } from "../../design/use-version.ts";
import tones from "../../styles/tones.module.css";
import { nameKind } from "./component-kinds.ts";

type ComponentItem = Item<"listComponents">;

const route = getRouteApi("/$org/$project/specs/$spec/$version/components");
const CreateComponent = lazy(async () => ({
  default: (await import("./create-component.tsx")).CreateComponent,
}));

/** The reusable parts of a version, by kind. */
export function ComponentsPage() {
  const { filter = "", hide } = route.useSearch();
  const navigate = useNavigate({ from: "/$org/$project/specs/$spec/$version/components" });
  const { place } = useVersionPlace();
  const lock = useEditLock();
  const components = useQuery(
    useApi().list("listComponents", { ...place, includeUsageCounts: true }),
  );
  const [text, setText] = useState(filter);
  const [isCreating, setIsCreating] = useState(false);
  const search = (next: string) => {
    setText(next);
    void navigate({ search: (old) => ({ ...old, filter: next || undefined }), replace: true });
  };
  useShortcut(lock === null ? "c" : null, "Create component", () => setIsCreating(true));
  const actions = lock === null && (
    <Button kind="primary" onPress={() => setIsCreating(true)}>
      Create component
    </Button>
  );
  return (
    <Page
      title="Components"
      note={lock === null ? components.data?.length : <LockNote lock={lock} />}
      actions={actions}
    >
      <div className={viewStyles["row"]}>
        <FilterBox
          label="Filter components, such as kind:schemas book"
          text={text}
          onChange={search}
        />
        <ListViews
          list="components"
          columns={columns}
          onShow={(next) => setText(next["filter"] ?? "")}
        />
      </div>
      <QueryView query={components}>
        {(rows) => <ComponentTable rows={rows} filter={text} hide={hide} />}
      </QueryView>
      <Suspense>{isCreating && <CreateComponent onClose={() => setIsCreating(false)} />}</Suspense>
    </Page>
  );
}

interface ComponentTableProps {
  readonly rows: readonly ComponentItem[];
  readonly filter: string;
  readonly hide: string | undefined;
}

function ComponentTable({ rows, filter, hide }: ComponentTableProps) {
  const { terms, words } = readFilter(filter, ["kind"]);
  const kinds = terms.get("kind");
  const shown = rows
    .filter(
      ({ kind, name }) =>
        name.toLowerCase().includes(words.toLowerCase()) &&
        (kinds?.some((each) => kind.toLowerCase().startsWith(each.toLowerCase())) ?? true),
    )
    .toSorted((left, right) => order(left) - order(right) || left.position - right.position);
  if (rows.length === 0)
    return <Empty text="No components yet. Create one, or import a document." />;
  if (shown.length === 0) return <Empty text={`No component matches “${filter}”.`} />;
  return (
    <Table
      label="Components"
      columns={shownColumns(columns, hide)}
      rows={shown}
      keyOf={({ id }) => id}
    />
  );
}

const order = ({ kind }: ComponentItem): number => componentKinds.indexOf(kind);

const columns: readonly Column<ComponentItem>[] = [
  { name: "Component", cell: (component) => <ComponentLink component={component} /> },
  { name: "Kind", width: "140px", isMinor: true, cell: ({ kind }) => nameKind(kind) },
  { name: "Problems", width: "128px", cell: ({ id }) => <ProblemCount componentId={id} /> },
  {
    name: "Used",
    width: "80px",
    kind: "number",
    isMinor: true,
    cell: ({ usageCount }) => usageCount,
  },
  {
    name: "Changed",
    width: "120px",
    isMinor: true,
    cell: ({ modifiedAt }) => <Time at={modifiedAt} />,
  },
];

/** As the tree counts them; the tab of the component lists them. */
function ProblemCount({ componentId }: { readonly componentId: string }) {
  const findings = useFindings().get(componentId);
  const text = countFindings(findings);
  if (text === null) return "–";
  const hasErrors = findings?.some(({ severity }) => severity === "error") ?? false;
  return <span className={tones[hasErrors ? "bad" : "warn"]}>{text}</span>;
}

function ComponentLink({ component: { id, name } }: { component: ComponentItem }) {
  const { params } = useVersionPlace();
  const to = "/$org/$project/specs/$spec/$version/components/$component";
  return (
    <Link to={to} params={{ ...params, component: id }}>
      {name}
    </Link>
  );
}
