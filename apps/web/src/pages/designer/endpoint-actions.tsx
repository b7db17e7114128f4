import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { Ellipsis } from "lucide-react";
import type { EndpointDetail } from "@lintel/contract/shapes/endpoint";
import { describeError } from "../../api/refusal.ts";
import { useApi, useCan } from "../../api/scope.ts";
import { IconButton } from "../../parts/button.tsx";
import { Menu } from "../../parts/menu.tsx";
import type { MenuChoice } from "../../parts/menu.types.ts";
import { showToast } from "../../parts/toast.tsx";
import { useVersion, useVersionPlace } from "../../design/use-version.ts";

/** What else can be done with an endpoint. A deleted one can be restored for 30 s from the message. */
export function EndpointActions({
  endpoint,
  isLocked,
}: {
  endpoint: EndpointDetail;
  isLocked: boolean;
}) {
  const api = useApi();
  const client = useQueryClient();
  const navigate = useNavigate();
  const canDelete = useCan("specs:delete");
  const canDeprecate = useCan("specs:write");
  // Only what is published has clients to warn.
  const isPublished = useVersion().data?.status === "published";
  const canTry = useCan("tests:execute");
  const { place, params } = useVersionPlace();
  const name = `${endpoint.method.toUpperCase()} ${endpoint.path}`;
  const call = { ...place, endpointId: endpoint.id };
  const refresh = () =>
    client.invalidateQueries({ queryKey: api.query("getVersionTree", place).queryKey });
  const restore = async () => {
    await api.call("restoreEndpoint", call);
    await refresh();
  };
  const remove = async () => {
    await api.call("deleteEndpoint", call);
    await navigate({ to: "/$org/$project/specs/$spec/$version", params });
    await refresh();
    showToast(`${name} deleted`, () => void restore().catch(report));
  };
  const duplicate = async () => {
    const { id } = await api.call("duplicateEndpoint", call);
    await refresh();
    const to = "/$org/$project/specs/$spec/$version/endpoints/$endpoint";
    await navigate({ to, params: { ...params, endpoint: id } });
  };
  const choices: MenuChoice[] = [
    {
      id: "link",
      label: "Copy link",
      run: () => void navigator.clipboard.writeText(location.href),
    },
    {
      id: "path",
      label: "Copy path",
      run: () => void navigator.clipboard.writeText(endpoint.path),
    },
  ];
  if (!isLocked)
    choices.push({
      id: "duplicate",
      label: "Duplicate endpoint",
      run: () => void duplicate().catch(report),
    });
  if (canTry)
    choices.unshift({
      id: "try",
      label: "Try request",
      run: () =>
        void navigate({
          to: "/$org/$project/try",
          params,
          search: { spec: params.spec, endpoint: endpoint.id },
        }),
    });
  if (isPublished && canDeprecate)
    choices.push({
      id: "deprecate",
      label: "Deprecate …",
      run: () =>
        void navigate({
          to: "/$org/$project/deprecations",
          params,
          search: {
            announce: true,
            spec: params.spec,
            version: params.version,
            endpoint: endpoint.id,
          },
        }),
    });
  if (!isLocked && canDelete)
    choices.push({
      id: "delete",
      label: "Delete endpoint",
      isDanger: true,
      run: () => void remove().catch(report),
    });
  const trigger = (
    <IconButton label={`Actions of ${name}`}>
      <Ellipsis size={16} strokeWidth={1.5} aria-hidden />
    </IconButton>
  );
  return <Menu label="Actions" trigger={trigger} choices={choices} />;
}

function report(error: unknown): void {
  showToast(describeError(error));
}
