import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Item } from "../../../api/api.ts";
import { useApi } from "../../../api/scope.ts";
import { Button } from "../../../parts/button.tsx";
import { Checkbox } from "../../../parts/checkbox.tsx";
import { QueryView } from "../../../parts/query-view.tsx";
import { Status } from "../../../parts/status.tsx";
import { Time } from "../../../parts/time.tsx";
import { Empty } from "../../../parts/view-state.tsx";
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
  const { startedAt, method, path, result, status, scimType, reason, detail, fix } = request;
  const { token, userAgent, steps, received } = request;
  return (
    <li>
      <details className={styles["full"]}>
        <summary>
          <Status of={result} /> <code>{`${method} ${path}`}</code> <Time at={startedAt} />{" "}
          {reason !== null && <code>{reason}</code>}
        </summary>
        {detail !== null && <p>{detail}</p>}
        {fix !== null && <p>{fix}</p>}
        <ol aria-label="Steps">
          {steps.map((one) => (
            <li key={one.step}>
              <Status of={one.result} /> {one.step}
            </li>
          ))}
        </ol>
        <dl aria-label="What arrived">
          <Fact name="Answer" value={scimType === null ? `${status}` : `${status} ${scimType}`} />
          {token !== null && (
            <Fact name="Token" value={`${token.name ?? "Unknown"} (${token.prefix}…)`} />
          )}
          {userAgent !== null && <Fact name="User-Agent" value={userAgent} />}
          {Object.entries(received).map(([name, values]) => (
            <div key={name}>
              <dt>
                <code>{name}</code>
              </dt>
              <dd>{values.join(", ")}</dd>
            </div>
          ))}
        </dl>
      </details>
    </li>
  );
}

function Fact({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
