import styles from "./keys.module.css";

/** Keys of a shortcut, each as written on the keyboard. */
export function Keys({ names }: { readonly names: readonly string[] }) {
  return (
    <span className={styles["keys"]}>
      {names.map((name) => (
        <kbd key={name}>{name}</kbd>
      ))}
    </span>
  );
}
