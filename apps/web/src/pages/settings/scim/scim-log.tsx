import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Item } from "../../../api/api.ts";
import { useApi } from "../../../api/scope.ts";
import { Button } from "../../../parts/button.tsx";
import { Checkbox } from "../../../parts/checkbox.tsx";
import { QueryView } from "../../../parts/query-view.tsx";
import { Empty } from "../../../parts/view-state.tsx";
import { TraceItem } from "../trace-item.tsx";
import styles from "../settings.module.css";

type Request = Item<"listScimRequests">;

/** The last requests of identity providers: where each ended, and what to change. */
export function ScimLog() {
  const [isRefusedOnly, setRefusedOnly] = useState(false);
  const requests = useQuery({
    ...useApi().query("listScimRequests", {
      take: 50,
      ...(isRefusedOnly ? { result: "refused" } : {}),
    }),
    // A provider sends its requests while this page is open.
    refetchOnWindowFocus: "always",
  });
  return (
    <>
      <div className={styles["row"]}>
        <Checkbox
          label="Only refused requests"
          isChecked={isRefusedOnly}
          onChange={setRefusedOnly}
        />
        <Button onPress={() => void requests.refetch()}>Refresh</Button>
      </div>
      <QueryView query={requests}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty text="No requests yet. Test the connection at the provider." />
          ) : (
            <ul className={styles["items"]} aria-label="Requests">
              {items.map((request) => (
                <RequestItem key={request.id} request={request} />
              ))}
            </ul>
          )
        }
      </QueryView>
    </>
  );
}

function RequestItem({ request }: { readonly request: Request }) {
  const { method, path, status, scimType, token, userAgent } = request;
  const facts = [
    ["Answer", scimType === null ? `${status}` : `${status} ${scimType}`],
    ...(token === null
      ? []
      : [["Token", `${token.name ?? "Unknown"} (${token.prefix}…)`] as const]),
    ...(userAgent === null ? [] : [["User-Agent", userAgent] as const]),
  ] as const;
  return (
    <TraceItem trace={request} facts={facts}>
      <code>{`${method} ${path}`}</code>
    </TraceItem>
  );
}
