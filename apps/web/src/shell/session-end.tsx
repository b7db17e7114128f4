import { lazy, Suspense, useEffect, useState } from "react";
import { onSessionEnd, type SignInReason } from "../api/send.ts";

const SignInDialog = lazy(async () => ({
  default: (await import("./sign-in-dialog.tsx")).SignInDialog,
}));

/** Leads to the page for sign-in and back. What was typed is kept in this browser. */
export function SessionEnd() {
  const [reason, setReason] = useState<SignInReason | null>(null);
  useEffect(() => onSessionEnd(setReason), []);
  return (
    <Suspense>
      {reason !== null && <SignInDialog reason={reason} onClose={() => setReason(null)} />}
    </Suspense>
  );
}
