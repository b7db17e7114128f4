import { useQuery } from "@tanstack/react-query";
import { useMatches } from "@tanstack/react-router";
import { useApi } from "../../api/scope.ts";
import { TabLink, TabLinks } from "../../parts/tab-links.tsx";
import { useTree, useVersionPlace } from "../../design/use-version.ts";

const version = "/$org/$project/specs/$spec/$version";

/** The pages of a version, in order. `of` are the routes that belong to one, in addition to its own. */
const tabs = [
  { name: "Endpoints", to: version, of: [`${version}/`, `${version}/endpoints/$endpoint`] },
  {
    name: "Components",
    to: `${version}/components`,
    of: [`${version}/components/$component`],
  },
  { name: "Tags", to: `${version}/tags`, of: [] },
  { name: "Headers", to: `${version}/headers`, of: [] },
  { name: "Info", to: `${version}/info`, of: [] },
  { name: "Source", to: `${version}/source`, of: [] },
  { name: "Problems", to: `${version}/lint`, of: [] },
  { name: "Versions", to: `${version}/versions`, of: [] },
  { name: "Compare", to: `${version}/compare`, of: [`${version}/compare/$baseline`] },
] as const;

export function VersionTabs() {
  const { params, place } = useVersionPlace();
  const { data: tree } = useTree();
  const { data: lint } = useQuery(useApi().query("lintSpecVersion", place));
  const ids = new Set<string>(useMatches().map(({ routeId }) => routeId));
  const counts: Readonly<Record<string, number | undefined>> = {
    Endpoints: tree?.endpoints.length,
    Components: tree?.components.length,
    Problems: lint?.total,
  };
  return (
    <TabLinks label="Pages of the version">
      {tabs.map(({ name, to, of }) => (
        <TabLink
          key={name}
          to={to}
          params={params}
          isCurrent={of.some((id) => ids.has(id)) || (to !== version && ids.has(to))}
          count={counts[name] ?? null}
        >
          {name}
        </TabLink>
      ))}
    </TabLinks>
  );
}
