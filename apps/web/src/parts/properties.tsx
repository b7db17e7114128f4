import type { ReactNode } from "react";
import styles from "./properties.module.css";

export interface Property {
  readonly name: string;
  /** Nothing is shown where it is null. */
  readonly value: ReactNode;
}

/** Names and values of what a page shows: state, owner, dates, links. */
export function Properties({ items }: { readonly items: readonly Property[] }) {
  const shown = items.filter(({ value }) => value !== null && value !== undefined);
  return (
    <dl className={styles["properties"]}>
      {shown.map(({ name, value }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
