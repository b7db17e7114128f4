import type { Weakness } from "./weakness.ts";

export const newCustomerRecord: Weakness = {
  name: "new-customer-record",
  title: "Registering returns the whole record",
  owasp: "API3:2023",
  summary:
    "Only the answer of POST /customers contains the complete stored record, with the hash and the salt of the password.",
  found: ["SVC03001 POST /customers"],
  apply: () => ({ presentNewCustomer: (customer) => ({ ...customer }) }),
};
