import { Link, useParams } from "@tanstack/react-router";
import { Crumb } from "../parts/crumb.tsx";

export function SettingsCrumb() {
  const { org = "" } = useParams({ strict: false });
  return (
    <Crumb kind="Page">
      <Link to="/$org/settings/general" params={{ org }}>
        Settings
      </Link>
    </Crumb>
  );
}

export function NoticesCrumb() {
  return <Crumb kind="Page">Notices</Crumb>;
}
