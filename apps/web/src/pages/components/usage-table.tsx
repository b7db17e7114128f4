import { Link } from "@tanstack/react-router";
import { Table, type Column } from "../../parts/table.tsx";
import { Empty } from "../../parts/view-state.tsx";
import { useVersionPlace } from "../../design/use-version.ts";
import type { ComponentDetail } from "./use-component.ts";

type Usage = ComponentDetail["usages"][number];

/** The places that refer to a component. */
export function UsageTable({ component }: { readonly component: ComponentDetail }) {
  const { usages, usageCount } = component;
  if (usages.length === 0) return <Empty text="Nothing refers to this component." />;
  return (
    <>
      <Table
        label="References"
        columns={columns}
        rows={usages}
        keyOf={({ ownerKind, ownerId, pointer, form }) =>
          `${ownerKind} ${ownerId} ${pointer} ${form}`
        }
      />
      {usageCount > usages.length && <p>{usageCount - usages.length} more are not listed.</p>}
    </>
  );
}

const columns: readonly Column<Usage>[] = [
  { name: "Where", cell: (usage) => <Where usage={usage} /> },
  { name: "Place in it", cell: ({ pointer }) => <code title={pointer}>{pointer || "/"}</code> },
  { name: "As", width: "100px", isMinor: true, cell: ({ form }) => form },
];

function Where({ usage }: { readonly usage: Usage }) {
  const { params } = useVersionPlace();
  const { endpointId, method, path, componentId, componentName, ownerKind } = usage;
  if (endpointId !== null)
    return (
      <Link
        to="/$org/$project/specs/$spec/$version/endpoints/$endpoint"
        params={{ ...params, endpoint: endpointId }}
      >
        {`${method?.toUpperCase() ?? ""} ${path ?? ""}`}
      </Link>
    );
  if (componentId !== null)
    return (
      <Link
        to="/$org/$project/specs/$spec/$version/components/$component"
        params={{ ...params, component: componentId }}
      >
        {componentName}
      </Link>
    );
  return path ?? (ownerKind === "document" ? "The document" : ownerKind);
}
