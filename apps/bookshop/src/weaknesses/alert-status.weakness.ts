import type { AlertStatus } from "../store/records.ts";
import type { Weakness } from "./weakness.ts";

const statuses: readonly AlertStatus[] = ["waiting", "paused", "sent"];

const readStatus = (fields: object): AlertStatus | undefined =>
  statuses.find((status) => "status" in fields && fields.status === status);

export const alertStatus: Weakness = {
  name: "alert-status",
  title: "The status of a stock alert can be set",
  owasp: "API3:2023",
  summary:
    "POST /books/{bookId}/stock-alerts stores a status that the caller sends, which only answers should have.",
  found: ["SVC03003 POST /books/{bookId}/stock-alerts"],
  apply: (seams) => ({
    reviseBodySchema: (operationId, schema) =>
      operationId === "createStockAlert"
        ? { ...schema, additionalProperties: true }
        : seams.reviseBodySchema(operationId, schema),
    startAlertStatus: (fields) => readStatus(fields) ?? seams.startAlertStatus(fields),
  }),
};
