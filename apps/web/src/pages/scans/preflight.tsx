import { useMutation } from "@tanstack/react-query";
import type { Output } from "../../api/api.ts";
import { useApi, useProject } from "../../api/scope.ts";
import { Button } from "../../parts/button.tsx";
import { showForeign } from "../../parts/foreign-text.ts";
import { Section } from "../../parts/page.tsx";
import { Refusal } from "../../parts/refusal.tsx";
import { Status } from "../../parts/status.tsx";
import type { Profile } from "./profile-fields.ts";
import styles from "./scan.module.css";

type Plan = Output<"planScan">;

/** What a scan would do, and what would keep it from its work. Only reading requests are sent. */
export function Preflight({ profile }: { readonly profile: Profile }) {
  const api = useApi();
  const { id: projectId } = useProject();
  const plan = useMutation({
    mutationFn: () => api.call("planScan", { projectId, profileId: profile.id }),
  });
  return (
    <Section
      title="Pre-flight"
      actions={
        <Button onPress={() => plan.mutate()} isDisabled={plan.isPending}>
          {plan.isPending ? "Checking …" : "Check sign-ins and operations"}
        </Button>
      }
    >
      <Refusal error={plan.error} />
      {plan.data === undefined ? (
        <p className={styles["note"]}>
          Signs in as each identity and reads each operation once, to see what a scan can test.
        </p>
      ) : (
        <PlanView plan={plan.data} />
      )}
    </Section>
  );
}

function PlanView({ plan }: { readonly plan: Plan }) {
  const { checksTotal, requestsAtMost, secondsAtMost, endedBecause } = plan;
  const closed = plan.operations.filter(({ works }) => !works);
  return (
    <div role="status">
      <p>
        {checksTotal.toLocaleString("en")} checks, at most {requestsAtMost.toLocaleString("en")}{" "}
        requests in {Math.ceil(secondsAtMost / 60).toLocaleString("en")} min.{" "}
        {plan.operations.length - closed.length} of {plan.operations.length} operations answer.
      </p>
      {endedBecause !== null && <p>Not everything was asked: {showForeign(endedBecause)}</p>}
      <ul className={styles["list"]} aria-label="Sign-ins">
        {plan.identities.map(({ name, works, reason }) => (
          <li key={name}>
            <Status of={works ? "passed" : "failed"} /> {name}
            {reason !== null && <small>{showForeign(reason)}</small>}
          </li>
        ))}
      </ul>
      {closed.length > 0 && (
        <details className={styles["more"]}>
          <summary>
            {closed.length} operations did not answer, or are tried by the scan alone
          </summary>
          <ul className={styles["list"]} aria-label="Operations without an answer">
            {closed.map(({ operation, reason }) => (
              <li key={operation}>
                <code>{showForeign(operation)}</code>
                {reason !== null && <small>{showForeign(reason)}</small>}
              </li>
            ))}
          </ul>
        </details>
      )}
      {plan.idleScanners.length > 0 && (
        <details className={styles["more"]}>
          <summary>{plan.idleScanners.length} scanners have nothing to test</summary>
          <ul className={styles["list"]} aria-label="Scanners that have nothing to test">
            {plan.idleScanners.map(({ scannerId, reason }) => (
              <li key={scannerId}>
                {scannerId}
                <small>{showForeign(reason)}</small>
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}
