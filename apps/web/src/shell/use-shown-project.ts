import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import type { Item } from "../api/api.ts";
import { useApi, useOrganization } from "../api/scope.ts";
import { readSetting, writeSetting } from "../keys/settings.ts";

/** The project of the address, or else the one that was used last in the organization. */
export function useShownProject(): Item<"listProjects"> | null {
  const { organization } = useOrganization();
  const { project: slug } = useParams({ strict: false });
  const { data: projects = [] } = useQuery(useApi().list("listProjects", {}));
  const setting = `project:${organization.slug}`;
  if (slug !== undefined && projects.some((project) => project.slug === slug))
    writeSetting(setting, slug);
  const wanted = slug ?? readSetting(setting);
  return projects.find((project) => project.slug === wanted) ?? projects[0] ?? null;
}
