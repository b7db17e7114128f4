import { useQuery } from "@tanstack/react-query";
import { useApi, useProject } from "../../api/scope.ts";
import { Checkbox } from "../../parts/checkbox.tsx";
import { TextField } from "../../parts/field.tsx";
import { Section } from "../../parts/page.tsx";
import { Select } from "../../parts/select.tsx";
import { profileLabels, type ProfileFields } from "./profile-fields.ts";
import { useSpecVersions } from "./use-spec-versions.ts";
import styles from "./scan.module.css";

export interface ProfileFormProps {
  readonly fields: ProfileFields;
  readonly change: (fields: Partial<ProfileFields>) => void;
  readonly commit: () => void;
  readonly isLocked: boolean;
}

type TextKey = {
  [Key in keyof ProfileFields]: ProfileFields[Key] extends string ? Key : never;
}[keyof ProfileFields];

function useText({ fields, change, commit, isLocked }: ProfileFormProps) {
  return (key: TextKey) => ({
    label: profileLabels[key],
    value: fields[key],
    onChange: (value: string) => change({ [key]: value }),
    onBlur: commit,
    isReadOnly: isLocked,
  });
}

function useChoice({ fields, change, commit, isLocked }: ProfileFormProps) {
  return (key: TextKey) => ({
    label: profileLabels[key],
    value: fields[key],
    isDisabled: isLocked,
    onChange: (value: string) => {
      change({ [key]: value });
      commit();
    },
  });
}

/** What is scanned, and where. */
export function TargetFields(props: ProfileFormProps) {
  const text = useText(props);
  const choice = useChoice(props);
  const api = useApi();
  const { id: projectId } = useProject();
  const { versions } = useSpecVersions();
  const { data: environments = [] } = useQuery(api.query("listEnvironments", { projectId }));
  const { data: suites = [] } = useQuery(api.list("listSuites", { projectId }));
  const none = { value: "", name: "None" };
  return (
    <Section title="Target">
      <div className="form">
        <div className={styles["pair"]}>
          <TextField {...text("name")} />
          <Select
            {...choice("environmentId")}
            choices={[
              ...(props.fields.environmentId === "" ? [{ value: "", name: "Choose one" }] : []),
              ...environments.map((one) => ({
                value: one.id,
                name: `${one.name} · ${one.baseUrl}`,
              })),
            ]}
          />
        </div>
        <TextField {...text("description")} isOptional rows={2} />
        <div className={styles["pair"]}>
          <Select
            {...choice("specVersionId")}
            choices={[
              { value: "", name: "From an address" },
              ...versions.map((one) => ({ value: one.versionId, name: one.name })),
            ]}
          />
          {props.fields.specVersionId === "" ? (
            <TextField {...text("documentUrl")} isMono />
          ) : (
            <Select
              {...choice("suiteId")}
              choices={[none, ...suites.map(({ id, name }) => ({ value: id, name }))]}
            />
          )}
        </div>
      </div>
    </Section>
  );
}

/** Which operations are called. */
export function ScopeFields(props: ProfileFormProps) {
  const text = useText(props);
  const help = "One per line, such as GET /orders/*.";
  return (
    <Section title="Scope">
      <div className={styles["pair"]}>
        <TextField {...text("include")} isOptional rows={3} isMono help={`${help} Empty: all.`} />
        <TextField {...text("exclude")} isOptional rows={3} isMono help={help} />
        <TextField
          {...text("dangerWords")}
          isOptional
          rows={3}
          isMono
          help="One per line. Operations with such a word in path or operation id are not called."
        />
        <TextField
          {...text("allowedOperations")}
          isOptional
          rows={3}
          isMono
          help={`${help} They are called although they have such a word.`}
        />
      </div>
    </Section>
  );
}

/** How fast, how long and when. */
export function LimitFields(props: ProfileFormProps) {
  const { fields, change, commit, isLocked } = props;
  const text = useText(props);
  const flag = (key: "isEnabled" | "isDisposable") => ({
    isChecked: fields[key],
    isDisabled: isLocked,
    onChange: (isChecked: boolean) => {
      change({ [key]: isChecked });
      commit();
    },
  });
  return (
    <Section title="Limits and schedule">
      <div className="form">
        <div className={styles["pair"]}>
          <TextField
            {...text("requestsPerSecond")}
            inputMode="numeric"
            help="1 to 1,000, of all scans of the host together."
          />
          <TextField
            {...text("timeBudgetSeconds")}
            inputMode="numeric"
            help="60 to 3,600. A scan ends then, whatever is left."
          />
          <TextField
            {...text("cronSchedule")}
            isOptional
            isMono
            help="Five fields, such as 0 3 * * 1; empty: only by hand."
          />
          <TextField {...text("cronTimeZone")} help="Such as Europe/Berlin." />
        </div>
        <Checkbox {...flag("isEnabled")} label="Enabled: the profile can be run" />
        <Checkbox
          {...flag("isDisposable")}
          label="The data of the environment can be thrown away: every write is allowed"
        />
      </div>
    </Section>
  );
}
