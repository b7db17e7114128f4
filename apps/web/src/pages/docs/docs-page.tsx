import { useQuery } from "@tanstack/react-query";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";
import { useApi, useCan, useProject } from "../../api/scope.ts";
import { useShortcut } from "../../keys/shortcuts.ts";
import { Button } from "../../parts/button.tsx";
import { FilterBox } from "../../parts/filter-box.tsx";
import { noteOfList } from "../../parts/list-note.ts";
import { Page } from "../../parts/page.tsx";
import { DocTable } from "./doc-table.tsx";

const route = getRouteApi("/$org/$project/docs");
const CreateDocumentation = lazy(async () => ({
  default: (await import("./create-documentation.tsx")).CreateDocumentation,
}));

/** The documentations of a project. */
export function DocsPage() {
  const { filter = "", open } = route.useSearch();
  const navigate = useNavigate({ from: "/$org/$project/docs" });
  const { id: projectId } = useProject();
  const { data } = useQuery(useApi().query("listDocumentations", { projectId }));
  const canWrite = useCan("docs:write");
  const [text, setText] = useState(filter);
  const show = (next: "create" | undefined) =>
    void navigate({ search: (search) => ({ ...search, open: next }) });
  const search = (next: string) => {
    setText(next);
    void navigate({ search: (old) => ({ ...old, filter: next || undefined }), replace: true });
  };
  useShortcut(canWrite ? "c" : null, "Create documentation", () => show("create"));
  const actions = canWrite && (
    <Button kind="primary" onPress={() => show("create")}>
      Create documentation
    </Button>
  );
  return (
    <Page
      title="Documentation"
      note={noteOfList(data?.documentations.length, canWrite)}
      actions={actions}
    >
      <FilterBox label="Filter documentations" text={text} onChange={search} />
      <DocTable filter={text} />
      <Suspense>
        {canWrite && open === "create" && <CreateDocumentation onClose={() => show(undefined)} />}
      </Suspense>
    </Page>
  );
}
