import { Link, useLocation, useNavigate } from "@tanstack/react-router";
import { Fragment, type ReactNode } from "react";
import { Select } from "./select.tsx";
import styles from "./side-nav.module.css";

export interface SideNavPage {
  /** The address of the page, without the path of the server. */
  readonly to: string;
  readonly name: string;
}

export interface SideNavGroup {
  readonly name: string;
  readonly pages: readonly SideNavPage[];
}

export interface SideNavProps {
  /** What the pages are about, such as "Settings". */
  readonly label: string;
  readonly groups: readonly SideNavGroup[];
  /** The page that is shown. */
  readonly children: ReactNode;
}

/** Pages of one kind with their list at the left; on a telephone, a choice above the page. */
export function SideNav({ label, groups, children }: SideNavProps) {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const pages = groups.flatMap((group) => group.pages);
  const current = pages.find(({ to }) => pathname === to || pathname.startsWith(`${to}/`));
  return (
    <div className={styles["layout"]}>
      <nav className={styles["nav"]} aria-label={label}>
        {groups.map((group) => (
          <Fragment key={group.name}>
            <h2 className={styles["group"]}>{group.name}</h2>
            {group.pages.map(({ to, name }) => (
              <Link
                key={to}
                to={to}
                className={styles["link"] ?? ""}
                activeOptions={{ includeSearch: false }}
              >
                {name}
              </Link>
            ))}
          </Fragment>
        ))}
      </nav>
      <div className={styles["choice"]}>
        <Select
          label={`${label}: page`}
          isBare
          value={current?.to ?? ""}
          choices={pages.map(({ to, name }) => ({ value: to, name }))}
          onChange={(to) => void navigate({ to })}
        />
      </div>
      <div className={styles["content"]}>{children}</div>
    </div>
  );
}
