import type { SignInReason } from "../api/send.ts";
import { signInAgain } from "../api/sign-in-again.ts";
import { Dialog, DialogButtons } from "../parts/dialog.tsx";
import { Button } from "../parts/button.tsx";

const texts = {
  ended: { title: "Session ended", text: "Session ended. Sign in; your text is kept here." },
  recent: {
    title: "Sign in again",
    text: "This change needs a sign-in of the last 15 minutes. Sign in again, and repeat it.",
  },
};

export interface SignInDialogProps {
  readonly reason: SignInReason;
  readonly onClose: () => void;
}

/** Says why the person has to sign in, and leads there. */
export function SignInDialog({ reason, onClose }: SignInDialogProps) {
  const { title, text } = texts[reason];
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      <p>{text}</p>
      <DialogButtons>
        <Button kind="primary" onPress={signInAgain} autoFocus>
          Sign in
        </Button>
      </DialogButtons>
    </Dialog>
  );
}
