import type { Direction } from "../ground/sample.types.ts";
import { firstOf, type Parts } from "./parts.ts";

const hiding = { request: "readOnly", response: "writeOnly" };

/** Whether a value belongs to the other direction. */
export const isHidden = (direction: Direction, parts: Parts): boolean =>
  direction !== null && firstOf(parts, hiding[direction]) === true;
