import { Button } from "./button.tsx";
import { CopyField } from "./copy-field.tsx";
import { Dialog, DialogButtons } from "./dialog.tsx";

export interface SecretDialogProps {
  readonly title: string;
  /** What the secret is, such as "Key". */
  readonly label: string;
  readonly secret: string;
  readonly onClose: () => void;
}

/** A secret that the service shows once: afterwards the page has it no more. */
export function SecretDialog({ title, label, secret, onClose }: SecretDialogProps) {
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      <p>Copy it now; it is not shown again.</p>
      <CopyField label={label} value={secret} />
      <DialogButtons>
        <Button kind="primary" onPress={onClose}>
          Done
        </Button>
      </DialogButtons>
    </Dialog>
  );
}
