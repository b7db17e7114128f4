import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { useState } from "react";
import type { Output } from "../../api/api.ts";
import { useApi, useCan, useProject } from "../../api/scope.ts";
import { useShortcut } from "../../keys/shortcuts.ts";
import { Button } from "../../parts/button.tsx";
import { FilterBox } from "../../parts/filter-box.tsx";
import { noteOfList } from "../../parts/list-note.ts";
import { Page } from "../../parts/page.tsx";
import { QueryView } from "../../parts/query-view.tsx";
import { Table, type Column } from "../../parts/table.tsx";
import { Time } from "../../parts/time.tsx";
import { Empty } from "../../parts/view-state.tsx";
import { TestsTabs } from "../tests/tests-tabs.tsx";
import { CreateEnvironment } from "./create-environment.tsx";
import { environmentTypes } from "./environment-types.ts";

type Environment = Output<"listEnvironments">[number];

/** The environments of a project. */
export function EnvironmentsPage() {
  const { id: projectId } = useProject();
  const canWrite = useCan("projects:write");
  const environments = useQuery(useApi().query("listEnvironments", { projectId }));
  const [text, setText] = useState("");
  const [isCreating, setIsCreating] = useState(false);
  useShortcut(canWrite ? "c" : null, "Create environment", () => setIsCreating(true));
  const actions = canWrite && (
    <Button kind="primary" onPress={() => setIsCreating(true)}>
      Create environment
    </Button>
  );
  return (
    <Page
      title="Environments"
      note={noteOfList(environments.data?.length, canWrite)}
      actions={actions}
    >
      <TestsTabs />
      <FilterBox label="Filter environments" text={text} onChange={setText} />
      <QueryView query={environments}>
        {(rows) => {
          const wanted = text.toLowerCase();
          const shown = rows.filter(({ name, baseUrl }) =>
            `${name} ${baseUrl}`.toLowerCase().includes(wanted),
          );
          if (rows.length === 0)
            return <Empty text="No environments yet. Create one with the base URL of your API." />;
          if (shown.length === 0) return <Empty text={`No environment matches “${text}”.`} />;
          return (
            <Table label="Environments" columns={columns} rows={shown} keyOf={({ id }) => id} />
          );
        }}
      </QueryView>
      {isCreating && <CreateEnvironment onClose={() => setIsCreating(false)} />}
    </Page>
  );
}

const columns: readonly Column<Environment>[] = [
  {
    name: "Environment",
    cell: (environment) => <EnvironmentLink {...environment} />,
  },
  {
    name: "Base URL",
    width: "34%",
    isMinor: true,
    cell: ({ baseUrl }) => <code title={baseUrl}>{baseUrl}</code>,
  },
  { name: "Type", width: "110px", cell: ({ type }) => nameType(type) },
  {
    name: "Variables",
    width: "80px",
    kind: "number",
    isMinor: true,
    cell: ({ variableCount }) => variableCount,
  },
  {
    name: "Writes",
    width: "90px",
    isMinor: true,
    cell: ({ isReadOnly }) => (isReadOnly ? "Blocked" : "Allowed"),
  },
  {
    name: "Changed",
    width: "110px",
    isMinor: true,
    cell: ({ modifiedAt }) => <Time at={modifiedAt} />,
  },
];

function nameType(type: Environment["type"]): string {
  return environmentTypes.find(({ value }) => value === type)?.name ?? type;
}

function EnvironmentLink({ id, name }: Pick<Environment, "id" | "name">) {
  const { org = "", project = "" } = useParams({ strict: false });
  return (
    <Link to="/$org/$project/environments/$environment" params={{ org, project, environment: id }}>
      {name}
    </Link>
  );
}
