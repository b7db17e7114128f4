import { Select } from "../../parts/select.tsx";
import styles from "./environment-select.module.css";
import type { EnvironmentChoice } from "./use-environment.ts";

/** Where the next run sends its requests. */
export function EnvironmentSelect({ environments, environmentId, choose }: EnvironmentChoice) {
  const choices = environments.map(({ id, name }) => ({ value: id, name }));
  return (
    <span className={styles["environment"]}>
      <Select
        label="Environment"
        isBare
        value={environmentId ?? ""}
        choices={[{ value: "", name: "No environment" }, ...choices]}
        onChange={(id) => choose(id === "" ? null : id)}
      />
    </span>
  );
}
