import type { Comparison } from "@lintel/contract/shapes/comparison";

export type Change = Comparison["changes"][number];

/** What the people who call the API must do about a change. */
export function adviseClients({ severity, direction }: Change): string {
  if (severity === "info") return "Clients need not change.";
  if (severity === "warn") return "Check whether your clients depend on it.";
  if (direction === "request") return "Clients must change what they send before they move.";
  if (direction === "response") return "Clients must accept the new responses before they move.";
  return "Clients must stop using it before they move.";
}

/** The key under which a review keeps what is said about a change. */
export const keyOfChange = ({ rule, pointer }: Change): string => `${rule} ${pointer}`;
