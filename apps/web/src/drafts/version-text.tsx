import styles from "./conflict-dialog.module.css";

export interface VersionTextProps {
  /** Whose it is: `Before`, `Yours` or `Theirs`. */
  readonly name: string;
  readonly text: unknown;
  /** With it, the version can be chosen. */
  readonly choice?: {
    readonly group: string;
    readonly isChosen: boolean;
    readonly onChoose: () => void;
  };
}

/** One of the versions of a value that two people changed. */
export function VersionText({ name, text, choice }: VersionTextProps) {
  const content =
    text === "" || text === null ? <em>empty</em> : (text as string | boolean).toString();
  return (
    <label className={styles["version"]}>
      <span className={styles["name"]}>
        {choice !== undefined && (
          <input
            type="radio"
            name={choice.group}
            checked={choice.isChosen}
            onChange={choice.onChoose}
          />
        )}
        {name}
      </span>
      <span className={styles["text"]}>{content}</span>
    </label>
  );
}
