import { useNavigate } from "@tanstack/react-router";
import { Select } from "../../parts/select.tsx";
import { useVersionPlace } from "../../design/use-version.ts";
import type { Version } from "./use-versions.ts";
import styles from "./compare.module.css";

/** Chooses the two versions. */
export function ComparePicker(props: {
  readonly versions: readonly Version[];
  readonly baseline: string;
}) {
  const { versions, baseline } = props;
  const { params } = useVersionPlace();
  const navigate = useNavigate();
  const choices = versions.map(({ id, version, status }) => ({
    value: id,
    name: `${version} (${status})`,
  }));
  const show = (ids: { version?: string; baseline?: string }) =>
    void navigate({
      to: "/$org/$project/specs/$spec/$version/compare/$baseline",
      params: { ...params, baseline, ...ids },
    });
  return (
    <div className={styles["picker"]}>
      <Select
        label="Before"
        isBare
        value={baseline}
        choices={choices}
        onChange={(id) => show({ baseline: id })}
      />
      <span aria-hidden>→</span>
      <Select
        label="After"
        isBare
        value={params.version}
        choices={choices}
        onChange={(id) => show({ version: id })}
      />
    </div>
  );
}
