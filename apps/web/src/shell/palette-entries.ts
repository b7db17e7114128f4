import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useLocation, useNavigate, useParams } from "@tanstack/react-router";
import { useMemo } from "react";
import { useApi, useOrganization } from "../api/scope.ts";
import { accountPages } from "../pages/account/account-pages.ts";
import { shownPages } from "../pages/settings/settings-pages.ts";
import { makeEntry, type PaletteEntry } from "./make-entry.ts";
import { openShortcutSheet } from "./palette-state.ts";
import { readRecent } from "./recent-places.ts";
import { homeSection, projectSections } from "./sections.ts";
import { applyTheme, themes } from "../keys/theme.ts";
import { useShownProject } from "./use-shown-project.ts";

/** Everything that the browser has read already, so that the list is there at once. */
export function usePaletteEntries(): readonly PaletteEntry[] {
  const { session, organization } = useOrganization();
  const { spec, version } = useParams({ strict: false });
  const project = useShownProject();
  const navigate = useNavigate();
  const api = useApi();
  const client = useQueryClient();
  const { data: projects = [] } = useQuery(api.list("listProjects", {}));
  const { data: specs = [] } = useQuery({
    ...api.list("listSpecs", { projectId: project?.id ?? "" }),
    enabled: project !== null,
  });
  const { pathname } = useLocation();
  return useMemo(() => {
    const org = organization.slug;
    const sections = project === null ? [] : projectSections;
    const params = { org, project: project?.slug ?? "" };
    const place = { projectId: project?.id ?? "", specId: spec ?? "", versionId: version ?? "" };
    const tree = client.getQueryData(api.query("getVersionTree", place).queryKey);
    const endpoints = tree?.endpoints ?? [];
    return [
      ...readRecent(org)
        .filter(({ path }) => path !== pathname)
        .map(({ path, name }) =>
          makeEntry(`recent-${path}`, name, "Recent", () => void navigate({ to: path })),
        ),
      ...[homeSection, ...sections].map((section) =>
        makeEntry(
          `section-${section.name}`,
          section.name,
          "Go to",
          () => void navigate({ to: section.to, params }),
        ),
      ),
      ...projects.map(({ id, name, slug }) =>
        makeEntry(
          id,
          name,
          "Project",
          () => void navigate({ to: "/$org/$project", params: { org, project: slug } }),
          slug,
        ),
      ),
      ...specs.map(({ id, name, newestVersionId }) =>
        makeEntry(
          id,
          name,
          "Specification",
          () =>
            void navigate({
              to: "/$org/$project/specs/$spec/$version",
              params: { ...params, spec: id, version: newestVersionId ?? "" },
            }),
        ),
      ),
      ...endpoints.map(({ id, method, path, name }) =>
        makeEntry(
          id,
          `${method.toUpperCase()} ${path}`,
          "Endpoint",
          () =>
            void navigate({
              to: "/$org/$project/specs/$spec/$version/endpoints/$endpoint",
              params: { ...params, spec: spec ?? "", version: version ?? "", endpoint: id },
            }),
          name ?? "",
        ),
      ),
      ...session.organizations.map(({ slug, name }) =>
        makeEntry(
          `org-${slug}`,
          name,
          "Organization",
          () => void navigate({ to: "/$org", params: { org: slug } }),
          slug,
        ),
      ),
      ...themes.map((theme) =>
        makeEntry(`theme-${theme}`, `Use the ${theme} theme`, "Action", () => applyTheme(theme)),
      ),
      makeEntry("keys", "Show keyboard shortcuts", "Action", openShortcutSheet),
      ...shownPages(organization.role).map(({ id, name }) =>
        makeEntry(
          `settings-${id}`,
          name,
          "Settings",
          () => void navigate({ to: `/${org}/settings/${id}` }),
        ),
      ),
      makeEntry(
        "notices",
        "Notices",
        "Go to",
        () => void navigate({ to: "/$org/notices", params: { org } }),
      ),
      ...accountPages.map(({ id, name }) =>
        makeEntry(
          `account-${id}`,
          `Your account: ${name}`,
          "Go to",
          () => void navigate({ to: "/account/$page", params: { page: id } }),
        ),
      ),
    ];
  }, [
    api,
    client,
    navigate,
    organization,
    pathname,
    project,
    projects,
    session,
    spec,
    specs,
    version,
  ]);
}
