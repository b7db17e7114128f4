/** How an answer can differ from what its document says, with what that means for the place that a pointer names. */
export const driftKinds = {
  status: "The document does not have the status.",
  mediaType: "The document does not have the media type of the answer for the status.",
  json: "The body is not JSON.",
  type: "The value has another type.",
  value: "The value is not one of those that are allowed.",
  number: "The number is out of its range.",
  text: "The text does not have its length, pattern or format.",
  missing: "A required member is missing.",
  unknown: "A member is not allowed.",
  members: "The object has too few or too many members, or not those that others need.",
  items: "The list has too few, too many or equal items, or not those that it must contain.",
  combination:
    "The value is valid for none of several schemas, or for more of them than it may be.",
} as const;

export type DriftKind = keyof typeof driftKinds;

export const driftKindNames = Object.keys(driftKinds) as DriftKind[];
