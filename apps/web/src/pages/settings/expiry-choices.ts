const days = [30, 90, 180, 365] as const;

/** When a key or a token expires, as choices of a form. */
export const expiryChoices = [
  ...days.map((count) => ({ value: String(count), name: `In ${count} days` })),
  { value: "", name: "Never" },
];

/** The days of a choice; null: never. */
export function expiryDays(choice: string): (typeof days)[number] | null {
  return days.find((count) => String(count) === choice) ?? null;
}
