import { useMatches, useParams } from "@tanstack/react-router";
import { TabLink, TabLinks } from "../../parts/tab-links.tsx";

const tabs = [
  { name: "Suites", to: "/$org/$project/suites" },
  { name: "Runs", to: "/$org/$project/runs" },
  { name: "Environments", to: "/$org/$project/environments" },
] as const;

/** The lists of the section Tests. */
export function TestsTabs() {
  const { org = "", project = "" } = useParams({ strict: false });
  const ids = new Set<string>(useMatches().map(({ routeId }) => routeId));
  return (
    <TabLinks label="Tests">
      {tabs.map(({ name, to }) => (
        <TabLink
          key={name}
          to={to}
          params={{ org, project }}
          isCurrent={
            ids.has(to) || (name === "Environments" && [...ids].some((id) => id.startsWith(to)))
          }
        >
          {name}
        </TabLink>
      ))}
    </TabLinks>
  );
}
