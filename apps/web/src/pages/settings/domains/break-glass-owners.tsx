import { useQuery } from "@tanstack/react-query";
import { useApi } from "../../../api/scope.ts";
import { useChange } from "../../../api/use-change.ts";
import { Checkbox } from "../../../parts/checkbox.tsx";
import { Section } from "../../../parts/page.tsx";
import { QueryView } from "../../../parts/query-view.tsx";
import { Refusal } from "../../../parts/refusal.tsx";
import { LockoutDialog } from "../lockout-dialog.tsx";
import styles from "../settings.module.css";

const stale = ["listBreakGlassOwners", "listMembersWithoutSso"] as const;

/** The owners who keep password and passkey although their domain is enforced. */
export function BreakGlassOwners() {
  const api = useApi();
  const chosen = useQuery({
    ...api.query("listBreakGlassOwners", {}),
    select: ({ items }) => items,
  });
  const { data: members = [] } = useQuery(api.list("listMembers", {}));
  const add = useChange(api, "addBreakGlassOwner", stale);
  const remove = useChange(api, "removeBreakGlassOwner", stale);
  const owners = members.filter(({ role }) => role === "owner");
  return (
    <div className={styles["below"]}>
      <Section title="Break-glass owners">
        <p className={styles["hint"]}>
          They sign in with password or passkey although single sign-on is enforced, for the day on
          which the provider does not work.
        </p>
        <Refusal error={add.error} />
        <LockoutDialog change={remove} action="Remove break-glass owner" />
        <QueryView query={chosen}>
          {(all) => (
            <ul className={styles["items"]}>
              {owners.map(({ userId, name, email }) => (
                <li key={userId}>
                  <Checkbox
                    label={`${name} (${email})`}
                    isChecked={all.some((one) => one.userId === userId)}
                    isDisabled={add.isPending || remove.isPending}
                    onChange={(isOn) => (isOn ? add : remove).mutate({ userId })}
                  />
                </li>
              ))}
            </ul>
          )}
        </QueryView>
      </Section>
    </div>
  );
}
