import { Check, Copy } from "lucide-react";
import { useState } from "react";
import { Button } from "./button.tsx";

export interface CopyButtonProps {
  /** What is copied, such as "curl". */
  readonly label: string;
  readonly text: string;
}

const shownMs = 2000;

/** Copies a text, and says so in its own place. */
export function CopyButton({ label, text }: CopyButtonProps) {
  const [isCopied, setIsCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setIsCopied(true);
    setTimeout(() => setIsCopied(false), shownMs);
  };
  const Icon = isCopied ? Check : Copy;
  return (
    <Button kind="quiet" onPress={() => void copy()}>
      <Icon size={14} strokeWidth={1.5} aria-hidden />
      {isCopied ? "Copied" : `Copy ${label}`}
    </Button>
  );
}
