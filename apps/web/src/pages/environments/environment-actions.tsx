import { useNavigate, useParams } from "@tanstack/react-router";
import { Copy, Ellipsis, Route, Trash2 } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { queryClient } from "../../api/query-client.ts";
import { describeError } from "../../api/refusal.ts";
import { useApi, useCan, useProject } from "../../api/scope.ts";
import { Button, IconButton } from "../../parts/button.tsx";
import { Dialog, DialogButtons } from "../../parts/dialog.tsx";
import { Menu } from "../../parts/menu.tsx";
import { showToast } from "../../parts/toast.tsx";
import type { Environment } from "./environment-fields.ts";

const RoutePanel = lazy(async () => ({ default: (await import("./route-panel.tsx")).RoutePanel }));
const icon = { size: 16, strokeWidth: 1.5, "aria-hidden": true } as const;

/** Copies or deletes an environment. A copy has no secrets: only the server can read them. */
export function EnvironmentActions({ environment }: { readonly environment: Environment }) {
  const api = useApi();
  const { id: projectId } = useProject();
  const { org = "", project = "" } = useParams({ strict: false });
  const navigate = useNavigate();
  const [isDeleting, setIsDeleting] = useState(false);
  const [isRouting, setIsRouting] = useState(false);
  const canManage = useCan("projects:manage");
  const refresh = () =>
    queryClient.invalidateQueries({ queryKey: [api.organization, "listEnvironments"] });
  const attempt = (work: () => Promise<void>) => () =>
    void work().catch((error: unknown) => showToast(`Not done: ${describeError(error)}`));
  const copy = attempt(async () => {
    const { name, type, baseUrl, isReadOnly, variables } = environment;
    const plain = variables.filter(({ isSecret }) => !isSecret);
    const fields = { name: `${name.slice(0, 115)} copy`, type, baseUrl, isReadOnly };
    const { id } = await api.call("createEnvironment", { projectId, ...fields, variables: plain });
    await refresh();
    const to = "/$org/$project/environments/$environment";
    await navigate({ to, params: { org, project, environment: id } });
    if (plain.length < variables.length) showToast("Secrets are not copied. Add them to the copy.");
  });
  const remove = attempt(async () => {
    await api.call("deleteEnvironment", { projectId, environmentId: environment.id });
    await refresh();
    await navigate({ to: "/$org/$project/environments", params: { org, project } });
    showToast(`Environment “${environment.name}” deleted`);
  });
  const choices = [
    { id: "copy", label: "Copy environment", icon: <Copy {...icon} />, run: copy },
    ...(canManage
      ? [
          {
            id: "route",
            label: "Set up gateway",
            icon: <Route {...icon} />,
            run: () => setIsRouting(true),
          },
        ]
      : []),
    {
      id: "delete",
      label: "Delete environment",
      icon: <Trash2 {...icon} />,
      isDanger: true,
      run: () => setIsDeleting(true),
    },
  ];
  const trigger = (
    <IconButton label={`Actions of ${environment.name}`}>
      <Ellipsis {...icon} />
    </IconButton>
  );
  return (
    <>
      <Menu label="Actions" trigger={trigger} choices={choices} />
      <Suspense>
        {isRouting && <RoutePanel environment={environment} onClose={() => setIsRouting(false)} />}
      </Suspense>
      {isDeleting && (
        <Dialog title="Delete environment" isOpen onClose={() => setIsDeleting(false)}>
          <p>
            “{environment.name}” and its secrets are deleted. This cannot be undone; its runs are
            kept.
          </p>
          <DialogButtons>
            <Button onPress={() => setIsDeleting(false)}>Cancel</Button>
            <Button kind="danger" onPress={remove}>
              Delete environment
            </Button>
          </DialogButtons>
        </Dialog>
      )}
    </>
  );
}
