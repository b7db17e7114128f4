import { useEffect, useRef } from "react";

/**
 * The newest record that is known, to be set by what saves it. A save that follows at once is made before the record
 * is shown, and would send an older row version.
 */
export function useNewest<Value>(shown: Value): { newest: Value } {
  const known = useRef({ shown, newest: shown });
  useEffect(() => {
    if (known.current.shown !== shown) known.current = { shown, newest: shown };
  }, [shown]);
  return {
    get newest() {
      return known.current.newest;
    },
    set newest(newest) {
      known.current = { ...known.current, newest };
    },
  };
}
