import type { Weakness } from "./weakness.ts";

export const excessiveData: Weakness = {
  name: "excessive-data",
  title: "The whole customer record is returned",
  owasp: "API3:2023",
  summary:
    "Responses about a customer contain the complete stored record, with the hash and the salt of the password.",
  found: ["SVC03001 GET /customers/me", "SVC03001 POST /customers"],
  apply: () => ({ presentCustomer: (customer) => ({ ...customer }) }),
};
