import { Checkbox } from "../../parts/checkbox.tsx";
import { TextField } from "../../parts/field.tsx";
import { Select } from "../../parts/select.tsx";
import type { PlanFields } from "./plan-fields.ts";
import styles from "./deprecation.module.css";

export interface PlanFormProps {
  readonly fields: PlanFields;
  readonly onChange: (fields: PlanFields) => void;
  readonly successors: readonly { readonly value: string; readonly name: string }[];
  /** The first day that is allowed; "" says nothing. */
  readonly earliest: string;
  /** What the policy refuses, by the name of the field of the operation. */
  readonly violations: ReadonlyMap<string, string>;
}

/** The end of something: when, what follows, and what happens to calls until then. */
export function PlanForm({ fields, onChange, successors, earliest, violations }: PlanFormProps) {
  const set = (change: Partial<PlanFields>) => onChange({ ...fields, ...change });
  const violation = (field: string) => violations.get(field) ?? null;
  return (
    <>
      <TextField
        label="Sunset"
        type="date"
        value={fields.sunset}
        onChange={(sunset) => set({ sunset })}
        validationBehavior="aria"
        error={violation("sunsetAt")}
        help={earliest === "" ? "00:00 UTC." : `00:00 UTC; the policy allows it from ${earliest}.`}
      />
      <Select
        label="Successor"
        value={fields.successorEndpointId}
        choices={[{ value: "", name: "None" }, ...successors]}
        onChange={(successorEndpointId) => set({ successorEndpointId })}
      />
      {violation("successorEndpointId") !== null && <p>{violation("successorEndpointId")}</p>}
      <TextField
        label="Migration guide"
        isOptional={violation("migrationGuide") === null}
        rows={5}
        value={fields.migrationGuide}
        onChange={(migrationGuide) => set({ migrationGuide })}
        validationBehavior="aria"
        error={violation("migrationGuide")}
        help="How clients move to the successor, in Markdown."
      />
      <div className={styles["flags"]}>
        <Checkbox
          label="Answers announce the sunset in a header"
          isChecked={fields.enableWarningHeader}
          onChange={(enableWarningHeader) => set({ enableWarningHeader })}
        />
        <Checkbox
          label="Calls are answered 410 from the sunset on"
          isChecked={fields.autoShutdown}
          onChange={(autoShutdown) => set({ autoShutdown })}
        />
        {fields.autoShutdown && (
          <TextField
            label="Days of brown-outs before it"
            inputMode="numeric"
            value={fields.softShutdownDays}
            onChange={(softShutdownDays) => set({ softShutdownDays })}
          />
        )}
        <Checkbox
          label="The rate limit is reduced in the sunset phase"
          isChecked={fields.enableRateLimiting}
          onChange={(enableRateLimiting) => set({ enableRateLimiting })}
        />
        {fields.enableRateLimiting && (
          <TextField
            label="Reduced by percent"
            inputMode="numeric"
            value={fields.rateLimitReductionPercent}
            onChange={(rateLimitReductionPercent) => set({ rateLimitReductionPercent })}
          />
        )}
      </div>
    </>
  );
}
