import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate, useParams } from "@tanstack/react-router";
import { useMemo } from "react";
import { base } from "../api/place.ts";
import { useApi, useOrganization } from "../api/scope.ts";
import { openShortcutSheet } from "./palette-state.ts";
import { homeSection, projectSections } from "./sections.ts";
import { applyTheme, themes } from "./theme.ts";
import { useShownProject } from "./use-shown-project.ts";

export interface PaletteEntry {
  readonly id: string;
  readonly name: string;
  /** Shown next to it: what it is, or `Action`. */
  readonly kind: string;
  /** In lower case: what it is found by. */
  readonly words: string;
  readonly run: () => void;
}

const entry = (
  id: string,
  name: string,
  kind: string,
  run: () => void,
  more = "",
): PaletteEntry => ({
  id,
  name,
  kind,
  words: `${name} ${more}`.toLowerCase(),
  run,
});

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
  return useMemo(() => {
    const org = organization.slug;
    const sections = project === null ? [] : projectSections;
    const params = { org, project: project?.slug ?? "" };
    const place = { projectId: project?.id ?? "", specId: spec ?? "", versionId: version ?? "" };
    const tree = client.getQueryData(api.query("getVersionTree", place).queryKey);
    const endpoints = tree?.endpoints ?? [];
    return [
      ...[homeSection, ...sections].map((section) =>
        entry(
          `section-${section.name}`,
          section.name,
          "Go to",
          () => void navigate({ to: section.to, params }),
        ),
      ),
      ...projects.map(({ id, name, slug }) =>
        entry(
          id,
          name,
          "Project",
          () => void navigate({ to: "/$org/$project", params: { org, project: slug } }),
          slug,
        ),
      ),
      ...specs.map(({ id, name, newestVersionId }) =>
        entry(
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
        entry(
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
        entry(
          `org-${slug}`,
          name,
          "Organization",
          () => void navigate({ to: "/$org", params: { org: slug } }),
          slug,
        ),
      ),
      ...themes.map((theme) =>
        entry(`theme-${theme}`, `Use the ${theme} theme`, "Action", () => applyTheme(theme)),
      ),
      entry("keys", "Show keyboard shortcuts", "Action", openShortcutSheet),
      entry("account", "Your account", "Go to", () => location.assign(`${base}/account`)),
    ];
  }, [api, client, navigate, organization, project, projects, session, spec, specs, version]);
}
