import { useEffect, useState } from "react";

/** A value once it has not changed for a moment, so that a question is asked when typing pauses. */
export function useSettled<Value>(value: Value, ms = 300): Value {
  const [settled, setSettled] = useState(value);
  const text = JSON.stringify(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(JSON.parse(text) as Value), ms);
    return () => clearTimeout(timer);
  }, [text, ms]);
  return settled;
}
