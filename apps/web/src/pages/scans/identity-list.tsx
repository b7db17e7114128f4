import { useMutation } from "@tanstack/react-query";
import { Pencil, Trash2 } from "lucide-react";
import { useState } from "react";
import { Button, IconButton } from "../../parts/button.tsx";
import { Refusal } from "../../parts/refusal.tsx";
import { IdentityPanel } from "./identity-panel.tsx";
import { authKinds } from "./identity-fields.ts";
import type { Profile } from "./profile-fields.ts";
import type { ChangeProfile } from "./use-profile.ts";
import styles from "./scan.module.css";

export interface IdentityListProps {
  readonly profile: Profile;
  /** null: the role may only view. */
  readonly change: ChangeProfile | null;
}

/** Who the target knows. Secrets are never shown; those that are not written again stay. */
export function IdentityList({ profile, change }: IdentityListProps) {
  const [edited, setEdited] = useState<string | null>(null);
  const remove = useMutation({
    mutationFn: (name: string) =>
      change === null
        ? Promise.resolve()
        : change(({ identities, accessRules }) => ({
            identities: identities.filter((one) => one.name !== name),
            accessRules: accessRules.filter(({ identity }) => identity !== name),
          })),
  });
  return (
    <>
      <Refusal error={remove.error} />
      {profile.identities.length === 0 && (
        <p className={styles["note"]}>
          No identities yet. With two peers, a scan tests whether one reaches what belongs to the
          other.
        </p>
      )}
      <ul aria-label="Identities">
        {profile.identities.map(({ name, role, rank = 1, auth }) => (
          <li key={name} className={styles["row"]}>
            <span>
              {name}
              <span className={styles["note"]}>
                {" "}
                · {role ?? "no role"} · rank {rank} · {authKinds[auth.type]}
              </span>
            </span>
            {change !== null && (
              <>
                <IconButton label={`Edit identity ${name}`} onPress={() => setEdited(name)}>
                  <Pencil size={16} strokeWidth={1.5} aria-hidden />
                </IconButton>
                <IconButton label={`Delete identity ${name}`} onPress={() => remove.mutate(name)}>
                  <Trash2 size={16} strokeWidth={1.5} aria-hidden />
                </IconButton>
              </>
            )}
          </li>
        ))}
      </ul>
      {change !== null && (
        <p>
          <Button kind="quiet" onPress={() => setEdited("")}>
            Add identity
          </Button>
        </p>
      )}
      {change !== null && edited !== null && (
        <IdentityPanel
          key={edited}
          identity={profile.identities.find(({ name }) => name === edited) ?? null}
          change={change}
          onClose={() => setEdited(null)}
        />
      )}
    </>
  );
}
