import { useState } from "react";
import { Button } from "../../parts/button.tsx";
import { TextField } from "../../parts/field.tsx";

/** The address of a new link, which is not shown again. */
export function ShareAddress({ address }: { readonly address: string }) {
  const [isCopied, setIsCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(address);
    setIsCopied(true);
  };
  return (
    <div role="status" className="form">
      <TextField
        label="Address"
        help="Link created. Copy it now; it is not shown again."
        value={address}
        isReadOnly
        isMono
      />
      <div>
        <Button kind="primary" onPress={() => void copy()}>
          {isCopied ? "Copied" : "Copy address"}
        </Button>
      </div>
    </div>
  );
}
