import { useMutation } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import { useState } from "react";
import { useApi } from "../../api/scope.ts";
import { Button, IconButton } from "../../parts/button.tsx";
import { Refusal } from "../../parts/refusal.tsx";
import { Select } from "../../parts/select.tsx";
import { Empty } from "../../parts/view-state.tsx";
import type { PartsProps } from "./endpoint-parts.types.ts";
import { useEndpoint } from "./use-endpoint.ts";
import { useTree, useVersionPlace } from "../../design/use-version.ts";
import styles from "./rows.module.css";

/** The security schemes that the endpoint accepts; those of one number are required together. */
export function SecurityTab({ endpoint, isLocked }: PartsProps) {
  const api = useApi();
  const { place } = useVersionPlace();
  const { projectId, specId } = place;
  const { reload } = useEndpoint(endpoint.id);
  const of = { projectId, specId, endpointId: endpoint.id };
  const change = useMutation({
    mutationFn: async (work: () => Promise<unknown>) => {
      await work();
      await reload();
    },
  });
  const schemes = endpoint.securitySchemes;
  return (
    <section aria-label="Security">
      {schemes.length === 0 && (
        <Empty text="No security scheme: the default of the document applies." />
      )}
      <ul>
        {schemes.map(({ securitySchemeAssignmentId, name, scopes, alternative }) => (
          <li key={securitySchemeAssignmentId} className={`${styles["row"]} ${styles["header"]}`}>
            <code>{name ?? "No credential"}</code>
            <span>Option {alternative + 1}</span>
            <span />
            <span className={styles["text"]}>{scopes.join(", ")}</span>
            {isLocked ? (
              <span />
            ) : (
              <IconButton
                label={`Remove ${name ?? "the option without a credential"}`}
                onPress={() =>
                  change.mutate(() =>
                    api.call("removeEndpointSecurityScheme", { ...of, securitySchemeAssignmentId }),
                  )
                }
              >
                <Trash2 size={16} strokeWidth={1.5} aria-hidden />
              </IconButton>
            )}
          </li>
        ))}
      </ul>
      {!isLocked && (
        <AddScheme
          used={schemes.map(({ name }) => name ?? "")}
          onAdd={(securitySchemeName) =>
            change.mutate(() => api.call("addSecurityScheme", { ...of, securitySchemeName }))
          }
        />
      )}
      <Refusal error={change.error} />
    </section>
  );
}

function AddScheme({ used, onAdd }: { used: readonly string[]; onAdd: (name: string) => void }) {
  const { data: tree } = useTree();
  const [chosen, setChosen] = useState("");
  const free = (tree?.components ?? [])
    .filter(({ kind, name }) => kind === "securitySchemes" && !used.includes(name))
    .map(({ name }) => ({ value: name, name }));
  const [first] = free;
  if (first === undefined) return null;
  const value = free.some((each) => each.value === chosen) ? chosen : first.value;
  return (
    <div className={styles["add"]}>
      <Select label="Security scheme" value={value} choices={free} onChange={setChosen} />
      <Button onPress={() => onAdd(value)}>Add scheme</Button>
    </div>
  );
}
