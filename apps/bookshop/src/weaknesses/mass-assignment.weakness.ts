import type { Weakness } from "./weakness.ts";

const customerOperations = new Set(["registerCustomer", "updateMe"]);
const keptFields = new Set(["id", "passwordSalt", "passwordHash"]);

export const massAssignment: Weakness = {
  name: "mass-assignment",
  title: "Every field of a customer can be set",
  owasp: "API3:2023",
  summary:
    'Registering and changing one\'s account accept and store unknown fields: {"role":"admin"} makes an administrator.',
  found: ["SVC05002 POST /customers"],
  apply: (seams) => ({
    reviseBodySchema: (operationId, schema) =>
      customerOperations.has(operationId)
        ? { ...schema, additionalProperties: true }
        : seams.reviseBodySchema(operationId, schema),
    fillCustomer(customer, { password: _password, ...fields }) {
      const given = Object.entries(fields).filter(([name]) => !keptFields.has(name));
      Object.assign(customer, Object.fromEntries(given));
    },
  }),
};
