import { useQuery } from "@tanstack/react-query";
import type { Item } from "../../api/api.ts";
import { useApi } from "../../api/scope.ts";

type Scan = Item<"listScanRuns">;

const others: Readonly<Record<Scan["trigger"], string>> = {
  manual: "Former member",
  scheduled: "Schedule",
  api: "API",
};

/** Who started a scan: a person by name, or what else did. */
export function useStarterName(): (scan: Scan) => string {
  const { data: members = [] } = useQuery(useApi().list("listMembers", {}));
  return ({ startedByUserId, trigger }) => {
    const name = members.find(({ userId }) => userId === startedByUserId)?.name;
    if (name === undefined) return others[trigger];
    return trigger === "api" ? `${name}, by API` : name;
  };
}
