import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState, type FormEvent } from "react";
import { deprecationPresetNames, deprecationPresets } from "@lintel/contract/words/deprecation";
import { roleAllows } from "@lintel/contract/words/permissions";
import type { Output } from "../../api/api.ts";
import { useApi, useOrganization } from "../../api/scope.ts";
import { Button } from "../../parts/button.tsx";
import { Checkbox } from "../../parts/checkbox.tsx";
import { TextField } from "../../parts/field.tsx";
import { QueryView } from "../../parts/query-view.tsx";
import { Refusal } from "../../parts/refusal.tsx";
import { showToast } from "../../parts/toast.tsx";
import styles from "./deprecation.module.css";

type Policy = Output<"getDeprecationPolicy">;

/** What the organization demands of every new plan, in all projects. */
export function PolicyView() {
  const policy = useQuery(useApi().query("getDeprecationPolicy", {}));
  return (
    <QueryView query={policy}>
      {(value) => <PolicyForm key={JSON.stringify(value)} policy={value} />}
    </QueryView>
  );
}

const flags = [
  ["requireMigrationGuide", "A plan needs a migration guide"],
  ["requireSuccessorLink", "A plan needs a successor"],
  ["requireApproval", "A plan waits for an approval"],
  ["notifyOnAnnouncement", "The owners of dependents are notified when a plan starts"],
  ["sendSunsetReminders", "They are reminded before the sunset"],
] as const;

const readNumbers = (text: string) =>
  text
    .split(/[\s,]+/)
    .filter(Boolean)
    .map(Number);

function PolicyForm({ policy }: { readonly policy: Policy }) {
  const api = useApi();
  const { organization } = useOrganization();
  const client = useQueryClient();
  // The policy belongs to the organization: a role in one project does not change it.
  const canWrite = roleAllows(organization.role, "org:manage-governance");
  const { rowVersion: _, ...fields } = policy;
  const [form, setForm] = useState(fields);
  const [days, setDays] = useState({
    grace: String(policy.minGracePeriodDays),
    sunset: String(policy.sunsetPhaseDays),
    reminders: (JSON.parse(policy.reminderDaysJson) as number[]).join(", "),
  });
  const save = useMutation({
    mutationFn: () =>
      api.call("updateDeprecationPolicy", {
        ...form,
        minGracePeriodDays: Number(days.grace),
        sunsetPhaseDays: Number(days.sunset),
        reminderDaysJson: JSON.stringify(readNumbers(days.reminders)),
      }),
    onSuccess: (saved) => {
      client.setQueryData(api.query("getDeprecationPolicy", {}).queryKey, saved);
      showToast("Policy saved");
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  const apply = (name: (typeof deprecationPresetNames)[number]) => {
    const preset = deprecationPresets[name];
    setForm({ ...form, ...preset });
    const { minGracePeriodDays: grace, sunsetPhaseDays: sunset } = preset;
    setDays({ ...days, grace: String(grace), sunset: String(sunset) });
  };
  return (
    <form onSubmit={submit} className={`form ${styles["policy"]}`} aria-label="Policy">
      <p className={styles["note"]}>
        It applies to new plans of all projects. A plan keeps the policy of its start.
        {!canWrite && " View only."}
      </p>
      {canWrite && (
        <div className={styles["actions"]} role="group" aria-label="Presets">
          {deprecationPresetNames.map((name) => (
            <Button key={name} onPress={() => apply(name)}>
              {name[0]?.toUpperCase()}
              {name.slice(1)}
            </Button>
          ))}
        </div>
      )}
      <TextField
        label="Grace period in days"
        inputMode="numeric"
        value={days.grace}
        isReadOnly={!canWrite}
        onChange={(grace) => setDays({ ...days, grace })}
        help="The least time between the announcement and the sunset."
      />
      <TextField
        label="Sunset phase in days"
        inputMode="numeric"
        value={days.sunset}
        isReadOnly={!canWrite}
        onChange={(sunset) => setDays({ ...days, sunset })}
        help="How long before the sunset the sunset phase begins."
      />
      <div className={styles["flags"]}>
        {flags.map(([key, label]) => (
          <Checkbox
            key={key}
            label={label}
            isChecked={form[key]}
            isDisabled={!canWrite}
            onChange={(isChecked) => setForm({ ...form, [key]: isChecked })}
          />
        ))}
      </div>
      <TextField
        label="Days of reminders"
        isMono
        value={days.reminders}
        isReadOnly={!canWrite}
        onChange={(reminders) => setDays({ ...days, reminders })}
        help="Days before the sunset, such as 30, 14, 7, 1."
      />
      <Refusal error={save.error} />
      {canWrite && (
        <p>
          <Button kind="primary" type="submit" isDisabled={save.isPending}>
            Save policy
          </Button>
        </p>
      )}
    </form>
  );
}
