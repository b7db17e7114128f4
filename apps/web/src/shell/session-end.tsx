import { useEffect, useState } from "react";
import { base } from "../api/place.ts";
import { onSessionEnd } from "../api/send.ts";
import { Dialog, DialogButtons } from "../parts/dialog.tsx";
import { Button } from "../parts/button.tsx";

/** Leads to the page for sign-in and back. What was typed is kept in this browser. */
export function SessionEnd() {
  const [hasEnded, setHasEnded] = useState(false);
  useEffect(() => onSessionEnd(() => setHasEnded(true)), []);
  const signIn = () => {
    const back = location.pathname + location.search;
    location.assign(`${base}/sign-in?fresh&return=${encodeURIComponent(back)}`);
  };
  return (
    <Dialog title="Session ended" isOpen={hasEnded} onClose={() => setHasEnded(false)}>
      <p>Session ended. Sign in; your text is kept here.</p>
      <DialogButtons>
        <Button kind="primary" onPress={signIn} autoFocus>
          Sign in
        </Button>
      </DialogButtons>
    </Dialog>
  );
}
