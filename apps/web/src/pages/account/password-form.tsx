import { useState, type FormEvent } from "react";
import { ownApi } from "../../api/api.ts";
import { useChange } from "../../api/use-change.ts";
import { Button } from "../../parts/button.tsx";
import { TextField } from "../../parts/field.tsx";
import { Refusal } from "../../parts/refusal.tsx";
import styles from "./account-frame.module.css";

const shortest = 12;

/** Changes the password, which ends all other sessions. */
export function PasswordForm() {
  const [current, setCurrent] = useState("");
  const [next, setNext] = useState("");
  const change = useChange(ownApi, "changePassword", ["listSessions"]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    change.mutate(
      { password: next, ...(current === "" ? {} : { currentPassword: current }) },
      {
        onSuccess: () => {
          setCurrent("");
          setNext("");
        },
      },
    );
  };
  return (
    <form onSubmit={submit} className={`form ${styles["narrow"]}`}>
      <TextField
        label="Current password"
        type="password"
        autoComplete="current-password"
        help="Empty if you have none yet."
        value={current}
        onChange={setCurrent}
      />
      <TextField
        label="New password"
        type="password"
        autoComplete="new-password"
        help={`At least ${shortest} characters.`}
        value={next}
        onChange={setNext}
      />
      <Refusal error={change.error} />
      {change.isSuccess && (
        <p role="status">The password is changed. You are signed out on all other devices.</p>
      )}
      <div>
        <Button
          type="submit"
          reason={next.length < shortest ? `Enter at least ${shortest} characters.` : null}
          isDisabled={change.isPending}
        >
          Change password
        </Button>
      </div>
    </form>
  );
}
