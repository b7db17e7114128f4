import { useMutation } from "@tanstack/react-query";
import { useRef, useState, type FormEvent } from "react";
import { base } from "../../api/place.ts";
import { signInAgain } from "../../api/sign-in-again.ts";
import { Button } from "../../parts/button.tsx";
import { TextField } from "../../parts/field.tsx";
import { Refusal } from "../../parts/refusal.tsx";
import { canMakePasskeys, makePasskey } from "./make-passkey.ts";
import styles from "./account-frame.module.css";

/** Makes a passkey in the browser, and sends it as a form of the server, which comes back to this page. */
export function AddPasskey() {
  const [name, setName] = useState("");
  const form = useRef<HTMLFormElement>(null);
  const response = useRef<HTMLInputElement>(null);
  const add = useMutation({
    mutationFn: makePasskey,
    onSuccess: (made) => {
      if (made === null) return signInAgain();
      if (response.current !== null) response.current.value = made;
      form.current?.submit();
      return undefined;
    },
  });
  if (!canMakePasskeys())
    return <p className={styles["hint"]}>This browser cannot make passkeys.</p>;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    add.mutate();
  };
  return (
    <form
      ref={form}
      method="post"
      action={`${base}/account/passkeys`}
      onSubmit={submit}
      className={`form ${styles["narrow"]}`}
    >
      <input ref={response} type="hidden" name="response" />
      <input type="hidden" name="return" value={`${base}/account/sign-in`} />
      <TextField
        label="Name of a new passkey"
        help="Such as the device that keeps it."
        name="name"
        value={name}
        onChange={setName}
        autoComplete="off"
      />
      <Refusal error={add.error} />
      <div>
        <Button
          type="submit"
          reason={name.trim() === "" ? "Enter a name first." : null}
          isDisabled={add.isPending}
        >
          Add passkey
        </Button>
      </div>
    </form>
  );
}
