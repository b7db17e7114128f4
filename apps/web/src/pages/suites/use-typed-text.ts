import { useState } from "react";

/**
 * The text of a value: it stays as the person types it (`1.`), as long as the value is the one that was
 * typed. Another value, such as that of another person, replaces the text.
 *
 * @param shown - the text of the value as it is now
 */
export function useTypedText(
  shown: string,
): readonly [string, (text: string, shown: string) => void] {
  const [typed, setTyped] = useState<{ text: string; shown: string } | null>(null);
  return [
    typed !== null && typed.shown === shown ? typed.text : shown,
    (text, of) => setTyped({ text, shown: of }),
  ];
}
