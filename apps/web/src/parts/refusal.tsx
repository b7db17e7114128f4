import { describeError } from "../api/refusal.ts";
import tones from "../styles/tones.module.css";

/** Why a change was refused, in the place of the change; nothing without an error. */
export function Refusal({ error }: { readonly error: Error | null }) {
  if (error === null) return null;
  return (
    <p role="alert" className={tones["bad"]}>
      {describeError(error)}
    </p>
  );
}
