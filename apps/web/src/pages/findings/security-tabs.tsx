import { useParams } from "@tanstack/react-router";
import { TabLink, TabLinks } from "../../parts/tab-links.tsx";

/** The two lists of the security area. */
export function SecurityTabs({ current }: { readonly current: "findings" | "scans" }) {
  const { org = "", project = "" } = useParams({ strict: false });
  const params = { org, project };
  return (
    <TabLinks label="Security">
      <TabLink to="/$org/$project/findings" params={params} isCurrent={current === "findings"}>
        Findings
      </TabLink>
      <TabLink to="/$org/$project/scans" params={params} isCurrent={current === "scans"}>
        Scans
      </TabLink>
    </TabLinks>
  );
}
