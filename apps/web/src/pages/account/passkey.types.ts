import type { Item } from "../../api/api.ts";

export type Passkey = Item<"listPasskeys">;

export interface PasskeyDialogProps {
  readonly passkey: Passkey;
  readonly onClose: () => void;
}
