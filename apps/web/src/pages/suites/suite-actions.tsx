import { useNavigate } from "@tanstack/react-router";
import { Copy, Download, Ellipsis, Trash2 } from "lucide-react";
import { queryClient } from "../../api/query-client.ts";
import { describeError } from "../../api/refusal.ts";
import { useApi, useCan } from "../../api/scope.ts";
import { IconButton } from "../../parts/button.tsx";
import { Menu } from "../../parts/menu.tsx";
import { showToast } from "../../parts/toast.tsx";
import { saveFile } from "../tests/save-file.ts";
import { freeName } from "./use-case-changes.ts";
import { useSuitePlace, type Suite } from "./use-suite.ts";

const icon = { size: 16, strokeWidth: 1.5, "aria-hidden": true } as const;

/** What can be done with a suite as a whole. Its file is the same as that of the command. */
export function SuiteActions({ suite }: { readonly suite: Suite }) {
  const api = useApi();
  const canWrite = useCan("tests:write");
  const { params, place } = useSuitePlace();
  const navigate = useNavigate();
  const { org, project } = params;
  const { projectId } = place;
  const refresh = () =>
    queryClient.invalidateQueries({ queryKey: [api.organization, "listSuites"] });
  const attempt = (work: () => Promise<void>) => () =>
    void work().catch((error: unknown) => showToast(`Not done: ${describeError(error)}`));
  const read = async () => (await api.call("exportSuite", place)).text;
  const download = attempt(async () =>
    saveFile(`${suite.name}.yaml`, "application/yaml", await read()),
  );
  const duplicate = attempt(async () => {
    const suites = await api.call("listSuites", { projectId, take: 100 });
    const name = freeName(suite.name, new Set(suites.items.map((each) => each.name)));
    // A JSON text is YAML, and the name is the first member of the file.
    const yaml = (await read()).replace(/^name: .*$/m, () => `name: ${JSON.stringify(name)}`);
    const { id } = await api.call("importSuite", { projectId, yaml });
    await refresh();
    await navigate({ to: "/$org/$project/suites/$suite", params: { org, project, suite: id } });
  });
  const remove = attempt(async () => {
    const yaml = await read();
    await api.call("deleteSuite", place);
    await refresh();
    await navigate({ to: "/$org/$project/suites", params: { org, project } });
    showToast(
      `Suite “${suite.name}” deleted`,
      attempt(async () => {
        await api.call("importSuite", { projectId, yaml });
        await refresh();
      }),
    );
  });
  const choices = [
    { id: "download", label: "Download as YAML", icon: <Download {...icon} />, run: download },
    ...(canWrite
      ? [
          { id: "copy", label: "Duplicate suite", icon: <Copy {...icon} />, run: duplicate },
          {
            id: "delete",
            label: "Delete suite",
            icon: <Trash2 {...icon} />,
            isDanger: true,
            run: remove,
          },
        ]
      : []),
  ];
  const trigger = (
    <IconButton label={`Actions of ${suite.name}`}>
      <Ellipsis {...icon} />
    </IconButton>
  );
  return <Menu label="Actions" trigger={trigger} choices={choices} />;
}
