import { Link, useRouter, type ErrorComponentProps } from "@tanstack/react-router";
import { useEffect } from "react";
import { describeError, isSessionEnd, requestIdOf } from "../api/refusal.ts";
import { signInAgain } from "../api/sign-in-again.ts";
import { Button } from "../parts/button.tsx";
import { Failure } from "../parts/view-state.tsx";
import styles from "./route-states.module.css";

/** Instead of a page that could not be shown; the frame stays. */
export function RouteFailure({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const retry = () => {
    reset();
    void router.invalidate();
  };
  if (isSessionEnd(error)) return <SessionEnded />;
  return (
    <main className={styles["state"]} id="content">
      <h1>The page could not be shown</h1>
      <Failure text={describeError(error)} requestId={requestIdOf(error)} onRetry={retry} />
    </main>
  );
}

/** A page that was not shown yet has nothing to keep, so the way to the sign-in needs no click. */
function SessionEnded() {
  useEffect(signInAgain, []);
  return (
    <main className={styles["state"]} id="content">
      <h1>Session ended</h1>
      <Button kind="primary" onPress={signInAgain}>
        Sign in
      </Button>
    </main>
  );
}

export function MissingPage() {
  return (
    <main className={styles["state"]} id="content">
      <h1>Page not found</h1>
      <p>The address has no page, or you may not see it. Check it, or ask an admin for access.</p>
      <Link to="/">Go to Home</Link>
    </main>
  );
}
