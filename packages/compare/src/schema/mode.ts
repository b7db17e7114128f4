import type { Direction } from "../model/result.types.ts";

/** The point of view of a comparison; a pair of schemas is compared once per mode. */
export interface Mode {
  /** Null for schemas that no endpoint uses: their changes affect no client. */
  readonly direction: Direction | null;
  /** Below `not` or `if`, wider can mean narrower: every change warns, in both directions. */
  readonly isOpaque: boolean;
  readonly index: number;
}

function makeModes(direction: Direction | null, index: number): { clear: Mode; opaque: Mode } {
  return {
    clear: { direction, isOpaque: false, index },
    opaque: { direction, isOpaque: true, index: index + 1 },
  };
}

const request = makeModes("request", 0);
const response = makeModes("response", 2);
const unused = makeModes(null, 4);

export function modeOf(direction: Direction | null): Mode {
  if (direction === null) return unused.clear;
  return direction === "request" ? request.clear : response.clear;
}

export function makeOpaque({ direction }: Mode): Mode {
  if (direction === null) return unused.opaque;
  return direction === "request" ? request.opaque : response.opaque;
}
