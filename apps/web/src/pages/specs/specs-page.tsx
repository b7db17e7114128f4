import { useQuery } from "@tanstack/react-query";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";
import { useApi, useCan, useProject } from "../../api/scope.ts";
import { useShortcut } from "../../keys/shortcuts.ts";
import { Button } from "../../parts/button.tsx";
import { FilterBox } from "../../parts/filter-box.tsx";
import { noteOfList } from "../../parts/list-note.ts";
import { Page } from "../../parts/page.tsx";
import { ListViews } from "../views/list-views.tsx";
import viewStyles from "../views/list-views.module.css";
import { SpecTable, specColumns } from "./spec-table.tsx";

const route = getRouteApi("/$org/$project/specs");
const CreateSpec = lazy(async () => ({ default: (await import("./create-spec.tsx")).CreateSpec }));
const ImportSpec = lazy(async () => ({ default: (await import("./import-spec.tsx")).ImportSpec }));

/** The specifications of a project. */
export function SpecsPage() {
  const { filter = "", hide, open } = route.useSearch();
  const navigate = useNavigate({ from: "/$org/$project/specs" });
  const { id: projectId } = useProject();
  const { data } = useQuery(useApi().list("listSpecs", { projectId }));
  const canWrite = useCan("specs:write");
  const [text, setText] = useState(filter);
  const show = (next: "create" | "import" | undefined) =>
    void navigate({ search: (search) => ({ ...search, open: next }) });
  const search = (next: string) => {
    setText(next);
    void navigate({ search: (old) => ({ ...old, filter: next || undefined }), replace: true });
  };
  useShortcut(canWrite ? "c" : null, "Create specification", () => show("create"));
  const actions = canWrite && (
    <>
      <Button onPress={() => show("create")}>Create specification</Button>
      <Button kind="primary" onPress={() => show("import")}>
        Import document
      </Button>
    </>
  );
  return (
    <Page title="Specifications" note={noteOfList(data?.length, canWrite)} actions={actions}>
      <div className={viewStyles["row"]}>
        <FilterBox label="Filter specifications" text={text} onChange={search} />
        <ListViews
          list="specs"
          columns={specColumns}
          onShow={(next) => setText(next["filter"] ?? "")}
        />
      </div>
      <SpecTable filter={text} hide={hide} />
      <Suspense>
        {canWrite && open === "create" && <CreateSpec onClose={() => show(undefined)} />}
        {canWrite && open === "import" && <ImportSpec onClose={() => show(undefined)} />}
      </Suspense>
    </Page>
  );
}
