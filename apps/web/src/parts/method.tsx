import tones from "../styles/tones.module.css";
import styles from "./method.module.css";

const kinds: Readonly<Record<string, string>> = {
  get: "good",
  post: "info",
  put: "warn",
  patch: "warn",
  delete: "bad",
};

/** The method of an endpoint, always 52 px wide, so that paths line up. */
export function Method({ name }: { readonly name: string }) {
  const kind = kinds[name.toLowerCase()] ?? "word";
  return <span className={`${styles["method"]} ${tones[kind]}`}>{name.toUpperCase()}</span>;
}
