import { useMutation, useQuery } from "@tanstack/react-query";
import { useApi, useProject } from "../../api/scope.ts";
import { Section } from "../../parts/page.tsx";
import { Refusal } from "../../parts/refusal.tsx";
import { LoadingRows } from "../../parts/view-state.tsx";
import type { Profile } from "./profile-fields.ts";
import type { ChangeProfile } from "./use-profile.ts";
import { useSpecVersions } from "./use-spec-versions.ts";
import styles from "./scan.module.css";

type Rule = Profile["accessRules"][number];
type Said = "unknown" | "allowed" | "refused";

export interface AccessRulesProps {
  readonly profile: Profile;
  /** null: the role may only view. */
  readonly change: ChangeProfile | null;
}

/** As many as most documents have operations. */
const loadingRows = 20;

/** Who may call what: an identity a column, an operation a row. */
export function AccessRules({ profile, change }: AccessRulesProps) {
  const api = useApi();
  const { id: projectId } = useProject();
  const { versions, isLoading: areVersionsLoading } = useSpecVersions();
  const version = versions.find(({ versionId }) => versionId === profile.specVersionId);
  const { data: tree, isLoading } = useQuery({
    ...api.query("getVersionTree", {
      projectId,
      specId: version?.specId ?? "",
      versionId: version?.versionId ?? "",
    }),
    enabled: version !== undefined,
  });
  const save = useMutation({
    mutationFn: (rule: { identity: string; operation: string; said: Said }) =>
      change === null
        ? Promise.resolve()
        : change(({ accessRules }) => ({ accessRules: withRule(accessRules, rule) })),
  });
  const designed = (tree?.endpoints ?? []).map(
    ({ method, path }) => `${method.toUpperCase()} ${path}`,
  );
  const operations = [
    ...new Set([...designed, ...profile.accessRules.map(({ operation }) => operation)]),
  ];
  if (profile.identities.length === 0) return null;
  // The rules alone would be a few rows, to which those of the document are added a moment later.
  if (isLoading || areVersionsLoading) return <LoadingRows rows={loadingRows} />;
  if (operations.length === 0) return null;
  return (
    <Section title="Access matrix">
      <p className={styles["note"]}>
        What is not said, a scan works out from ranks: a peer must not reach what belongs to
        another.
      </p>
      <Refusal error={save.error} />
      <div
        className={styles["matrix"]}
        tabIndex={0}
        role="region"
        aria-label="Operations by identity"
      >
        <table>
          <thead>
            <tr>
              <th scope="col">Operation</th>
              {profile.identities.map(({ name }) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {operations.map((operation) => (
              <tr key={operation}>
                <th scope="row">
                  <code>{operation}</code>
                </th>
                {profile.identities.map(({ name }) => (
                  <td key={name}>
                    <select
                      aria-label={`${name}, ${operation}`}
                      value={saidOf(profile.accessRules, name, operation)}
                      disabled={change === null}
                      onChange={({ target }) =>
                        save.mutate({ identity: name, operation, said: target.value as Said })
                      }
                    >
                      <option value="unknown">Not said</option>
                      <option value="allowed">Allowed</option>
                      <option value="refused">Refused</option>
                    </select>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Section>
  );
}

function saidOf(rules: readonly Rule[], identity: string, operation: string): Said {
  const rule = rules.find((one) => one.identity === identity && one.operation === operation);
  return rule === undefined ? "unknown" : rule.isAllowed ? "allowed" : "refused";
}

function withRule(
  rules: readonly Rule[],
  { identity, operation, said }: { identity: string; operation: string; said: Said },
): Rule[] {
  const others = rules.filter((one) => one.identity !== identity || one.operation !== operation);
  return said === "unknown"
    ? others
    : [...others, { identity, operation, isAllowed: said === "allowed" }];
}
