import { useQuery } from "@tanstack/react-query";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";
import { useApi, useCan, useProject } from "../../api/scope.ts";
import { useShortcut } from "../../keys/shortcuts.ts";
import { Button } from "../../parts/button.tsx";
import { FilterBox } from "../../parts/filter-box.tsx";
import { noteOfList } from "../../parts/list-note.ts";
import { Page } from "../../parts/page.tsx";
import { TestsTabs } from "../tests/tests-tabs.tsx";
import { ListViews } from "../views/list-views.tsx";
import viewStyles from "../views/list-views.module.css";
import { SuiteTable, suiteColumns } from "./suite-table.tsx";

const route = getRouteApi("/$org/$project/suites");
const CreateSuite = lazy(async () => ({
  default: (await import("./create-suite.tsx")).CreateSuite,
}));
const ImportSuite = lazy(async () => ({
  default: (await import("./import-suite.tsx")).ImportSuite,
}));

/** The suites of a project. */
export function SuitesPage() {
  const { filter = "", sort = "name", hide } = route.useSearch();
  const navigate = useNavigate({ from: "/$org/$project/suites" });
  const { id: projectId } = useProject();
  const { data } = useQuery(useApi().list("listSuites", { projectId }));
  const canWrite = useCan("tests:write");
  const [text, setText] = useState(filter);
  const [open, setOpen] = useState<"create" | "import" | null>(null);
  const search = (next: string) => {
    setText(next);
    void navigate({ search: (old) => ({ ...old, filter: next || undefined }), replace: true });
  };
  useShortcut(canWrite ? "c" : null, "Create suite", () => setOpen("create"));
  const actions = canWrite && (
    <>
      <Button onPress={() => setOpen("import")}>Import suite</Button>
      <Button kind="primary" onPress={() => setOpen("create")}>
        Create suite
      </Button>
    </>
  );
  const close = () => setOpen(null);
  return (
    <Page title="Suites" note={noteOfList(data?.length, canWrite)} actions={actions}>
      <TestsTabs />
      <div className={viewStyles["row"]}>
        <FilterBox label="Filter suites" text={text} onChange={search} />
        <ListViews
          list="suites"
          columns={suiteColumns}
          onShow={(next) => setText(next["filter"] ?? "")}
        />
      </div>
      <SuiteTable
        filter={text}
        hide={hide}
        sort={{ key: sort.replace(/^-/, ""), isDescending: sort.startsWith("-") }}
        onSort={({ key, isDescending }) =>
          void navigate({
            search: (old) => ({ ...old, sort: `${isDescending ? "-" : ""}${key}` }),
            replace: true,
          })
        }
      />
      <Suspense>
        {open === "create" && <CreateSuite onClose={close} />}
        {open === "import" && <ImportSuite onClose={close} />}
      </Suspense>
    </Page>
  );
}
