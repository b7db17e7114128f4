import { getRouteApi } from "@tanstack/react-router";
import { roleAllows, type Permission } from "@lintel/contract/words/permissions";

const organizationRoute = getRouteApi("/$org");
const projectRoute = getRouteApi("/$org/$project");

/** The organization of the address, and the operations in it. */
export const useOrganization = () => organizationRoute.useRouteContext();

export const useApi = () => useOrganization().api;

/** Whether the person may do something in the organization. */
export function useMay(permission: Permission): boolean {
  return roleAllows(useOrganization().organization.role, permission);
}

/** The project of the address. */
export const useProject = () => projectRoute.useRouteContext().project;

/** Whether the person may do something in the project of the address. What a role never allows is absent. */
export function useCan(permission: Permission): boolean {
  const { organization } = useOrganization();
  const { role } = useProject();
  return roleAllows(role ?? organization.role, permission);
}
