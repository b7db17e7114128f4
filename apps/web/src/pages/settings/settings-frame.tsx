import { Outlet, useLocation } from "@tanstack/react-router";
import { useOrganization } from "../../api/scope.ts";
import { SideNav, type SideNavGroup } from "../../parts/side-nav.tsx";
import { Failure } from "../../parts/view-state.tsx";
import { settingsPages, shownPages } from "./settings-pages.ts";

/** The settings of an organization: the list of pages, and one of them. */
export function SettingsFrame() {
  const { organization } = useOrganization();
  const { pathname } = useLocation();
  const shown = shownPages(organization.role);
  const at = (id: string) => `/${organization.slug}/settings/${id}`;
  const groups: SideNavGroup[] = [];
  for (const { id, name, group } of shown) {
    const page = { to: at(id), name };
    const last = groups.at(-1);
    if (last?.name === group) groups[groups.length - 1] = { ...last, pages: [...last.pages, page] };
    else groups.push({ name: group, pages: [page] });
  }
  const hidden = settingsPages.find((page) => pathname === at(page.id) && !shown.includes(page));
  return (
    <SideNav label="Settings" groups={groups}>
      {hidden === undefined ? (
        <Outlet />
      ) : (
        <Failure
          text={`Your role in this organization is “${organization.role}”. “${hidden.name}” needs “admin”. Ask an owner.`}
          requestId={null}
        />
      )}
    </SideNav>
  );
}
