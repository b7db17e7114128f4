import { useQuery } from "@tanstack/react-query";
import type { Input, Item } from "../../../api/api.ts";
import { useOrganization } from "../../../api/scope.ts";
import {
  grantablePermissions,
  permissions as descriptions,
  roleAllows,
  type Permission,
} from "@lintel/contract/words/permissions";
import { Checkbox } from "../../../parts/checkbox.tsx";
import { Select } from "../../../parts/select.tsx";
import { toggled } from "../../../parts/selection.ts";
import styles from "../settings.module.css";

type Grant = Item<"listApiKeys">["permissions"][number];

/** What a key may do, and where. */
export interface Scope {
  /** "": every project */
  readonly projectId: string;
  readonly permissions: ReadonlySet<string>;
}

export const noScope: Scope = { projectId: "", permissions: new Set() };

export function toGrants({ projectId, permissions }: Scope) {
  return grantablePermissions
    .filter((permission) => permissions.has(permission))
    .map((permission) => ({
      permission,
      projectId: placeOf(permission, projectId),
    })) as NonNullable<Input<"createApiKey">["permissions"]>;
}

/** The scope that a form can show; null where permissions differ between projects. */
export function readScope(granted: readonly Grant[]): Scope | null {
  const places = new Set(
    granted
      .filter(({ permission }) => !permission.startsWith("org:"))
      .map(({ projectId }) => projectId ?? ""),
  );
  if (places.size > 1) return null;
  const [projectId = ""] = places;
  return { projectId, permissions: new Set(granted.map(({ permission }) => permission)) };
}

// A permission for the organization as a whole belongs to no project.
const placeOf = (permission: Permission, projectId: string) =>
  projectId === "" || permission.startsWith("org:") ? null : projectId;

export interface KeyScopeProps {
  readonly scope: Scope;
  readonly onChange: (scope: Scope) => void;
}

export function KeyScope({ scope, onChange }: KeyScopeProps) {
  const { api, organization } = useOrganization();
  const { data: projects = [] } = useQuery(api.list("listProjects", {}));
  const project = projects.find(({ id }) => id === scope.projectId);
  const role = project?.role ?? organization.role;
  return (
    <>
      <Select
        label="In"
        value={scope.projectId}
        choices={[
          { value: "", name: "Every project" },
          ...projects.map(({ id, name }) => ({ value: id, name })),
        ]}
        onChange={(projectId) => onChange({ ...scope, projectId })}
      />
      <fieldset className={styles["checks"]}>
        <legend>Permissions</legend>
        {grantablePermissions
          .filter((permission) => roleAllows(role, permission))
          .map((permission) => (
            <span key={permission} title={descriptions[permission]}>
              <Checkbox
                label={permission}
                isChecked={scope.permissions.has(permission)}
                onChange={() =>
                  onChange({ ...scope, permissions: toggled(scope.permissions, permission) })
                }
              />
            </span>
          ))}
      </fieldset>
    </>
  );
}
