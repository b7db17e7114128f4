import { Outlet } from "@tanstack/react-router";
import { QueryView } from "../../parts/query-view.tsx";
import { SplitView } from "../../parts/split-view.tsx";
import { CaseList } from "./case-list.tsx";
import { useCases } from "./use-suite.ts";

/** A suite: its cases, and what is open next to them. */
export function SuiteFrame() {
  const cases = useCases();
  const side = <QueryView query={cases}>{(rows) => <CaseList cases={rows} />}</QueryView>;
  return (
    <SplitView name="suite" label="Cases" side={side}>
      <Outlet />
    </SplitView>
  );
}
