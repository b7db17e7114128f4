import type { ReactNode } from "react";
import { Link, useLocation, useParams } from "@tanstack/react-router";
import { settingsPages } from "../pages/settings/settings-pages.ts";
import { Crumb } from "../parts/crumb.tsx";

/**
 * The settings, and the page of them that is shown. The type of the result is named, because the
 * types of locations depend on the routes that show this.
 */
export function SettingsCrumb(): ReactNode {
  const { org = "" } = useParams({ strict: false });
  const { pathname } = useLocation();
  const page = settingsPages.find(({ id }) => pathname.endsWith(`/settings/${id}`));
  return (
    <>
      <Crumb kind="Page">
        <Link to="/$org/settings/general" params={{ org }}>
          Settings
        </Link>
      </Crumb>
      {page !== undefined && <Crumb kind="Page">{page.name}</Crumb>}
    </>
  );
}

export function NoticesCrumb() {
  return <Crumb kind="Page">Notices</Crumb>;
}
