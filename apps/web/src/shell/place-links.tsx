import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { Bell, type LucideIcon } from "lucide-react";
import { useOrganization } from "../api/scope.ts";
import { useShortcut } from "../keys/shortcuts.ts";
import styles from "./sidebar.module.css";

export interface PlaceLinkProps {
  readonly to: "/$org/settings" | "/$org/notices";
  readonly name: string;
  readonly icon: LucideIcon;
  readonly keys: string;
  /** Shown at the end; 0: nothing. */
  readonly count?: number;
}

/** A place of the organization at the bottom of the sidebar. */
export function PlaceLink({ to, name, icon: Icon, keys, count = 0 }: PlaceLinkProps) {
  const { organization } = useOrganization();
  const navigate = useNavigate();
  const params = { org: organization.slug };
  useShortcut(keys, `Go to ${name}`, () => void navigate({ to, params }));
  return (
    <Link
      to={to}
      params={params}
      className={styles["item"] ?? ""}
      activeOptions={{ includeSearch: false }}
      title={name}
    >
      <Icon size={16} strokeWidth={1.5} aria-hidden />
      <span className={styles["name"]}>{name}</span>
      {count > 0 && (
        <span className={styles["count"]} aria-label={`${count} unread`}>
          {count > 99 ? "99+" : count}
        </span>
      )}
    </Link>
  );
}

/** How often the number of unread notices is read: most of them follow from no event of this person's. */
const refetchMs = 60_000;

export function NoticesLink() {
  const { api } = useOrganization();
  const { data } = useQuery({
    ...api.query("listNotices", { isUnread: true, take: 1 }),
    refetchInterval: refetchMs,
  });
  return (
    <PlaceLink
      to="/$org/notices"
      name="Notices"
      icon={Bell}
      keys="g n"
      count={data?.unreadCount ?? 0}
    />
  );
}
