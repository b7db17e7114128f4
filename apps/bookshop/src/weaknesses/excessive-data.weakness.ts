import type { Weakness } from "./weakness.ts";

export const excessiveData: Weakness = {
  name: "excessive-data",
  title: "The whole customer record is returned",
  owasp: "API3:2023",
  summary:
    "Answers about a customer carry the stored record as it is, with the hash and the salt of the password.",
  apply: () => ({ presentCustomer: (customer) => ({ ...customer }) }),
};
