import { useApi } from "../../../api/scope.ts";
import { useChange } from "../../../api/use-change.ts";
import { Button } from "../../../parts/button.tsx";
import { Refusal } from "../../../parts/refusal.tsx";
import { LockoutDialog } from "../lockout-dialog.tsx";
import styles from "../settings.module.css";
import type { Connection } from "./connection.types.ts";

const stale = ["listSsoConnections", "listSsoAttempts"] as const;

/** Tests a connection, then turns it on or off. */
export function ConnectionActions({ connection }: { readonly connection: Connection }) {
  const api = useApi();
  const { id: connectionId, status, testedAt, metadataUrl } = connection;
  const hasProvider = connection.saml !== null || connection.oidc !== null;
  const test = useChange(api, "testSsoConnection", stale);
  const activate = useChange(api, "activateSsoConnection", stale);
  const disable = useChange(api, "disableSsoConnection", stale);
  const refresh = useChange(api, "refreshSsoMetadata", stale);
  return (
    <>
      <div className={styles["row"]}>
        <Button
          reason={hasProvider ? null : "Add the provider first: edit the connection."}
          isDisabled={test.isPending}
          onPress={() => test.mutate({ connectionId })}
        >
          Test connection
        </Button>
        {status === "active" ? (
          <Button isDisabled={disable.isPending} onPress={() => disable.mutate({ connectionId })}>
            Disable connection
          </Button>
        ) : (
          <Button
            reason={testedAt === null ? "Test the connection first." : null}
            isDisabled={activate.isPending}
            onPress={() => activate.mutate({ connectionId })}
          >
            Activate connection
          </Button>
        )}
        {metadataUrl !== null && (
          <Button isDisabled={refresh.isPending} onPress={() => refresh.mutate({ connectionId })}>
            Read metadata again
          </Button>
        )}
      </div>
      {test.data !== undefined && (
        <p role="status" className={styles["text"]}>
          <a href={test.data.url} target="_blank" rel="noreferrer">
            Open the test sign-in
          </a>{" "}
          in a new tab. It works once and changes nothing; this list then shows what arrived.
        </p>
      )}
      <Refusal error={test.error ?? activate.error ?? refresh.error} />
      <LockoutDialog change={disable} action="Disable connection" />
    </>
  );
}
