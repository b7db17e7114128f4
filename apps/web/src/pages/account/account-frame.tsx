import { Link, Outlet, useLocation, useRouteContext } from "@tanstack/react-router";
import { ArrowLeft } from "lucide-react";
import { useEffect, type ReactNode } from "react";
import { readSetting } from "../../keys/settings.ts";
import { nameWindow } from "../../parts/name-window.ts";
import { SideNav } from "../../parts/side-nav.tsx";
import { accountPages } from "./account-pages.ts";
import styles from "./account-frame.module.css";

const groups = [
  {
    name: "Your account",
    pages: accountPages.map(({ id, name }) => ({ to: `/account/${id}`, name })),
  },
];

/** The frame of the own account, with the way back to the organization that was used last. */
export function AccountFrame(): ReactNode {
  const { session } = useRouteContext({ from: "/account" });
  const last = readSetting("organization");
  const { pathname } = useLocation();
  const page = accountPages.find(({ id }) => pathname.endsWith(`/${id}`));
  useEffect(() => {
    nameWindow(...(page === undefined ? [] : [page.name]), "Account");
  }, [page]);
  const back = session.organizations.find(({ slug }) => slug === last) ?? session.organizations[0];
  return (
    <div className={styles["frame"]}>
      <header className={styles["header"]}>
        {back !== undefined && (
          <Link to="/$org" params={{ org: back.slug }}>
            <ArrowLeft size={16} strokeWidth={1.5} aria-hidden />
            {back.name}
          </Link>
        )}
        <span className={styles["person"]}>{session.user.email}</span>
      </header>
      <main className={styles["content"]} id="content" tabIndex={-1}>
        <SideNav label="Account" groups={groups}>
          <Outlet />
        </SideNav>
      </main>
    </div>
  );
}
