import type { Weakness } from "./weakness.ts";

export const metricsRoute: Weakness = {
  name: "metrics-route",
  title: "Metrics are open",
  owasp: "API9:2023",
  summary:
    "GET /metrics answers everybody with the number of customers and orders, and is not documented.",
  found: ["SVC09001 GET /metrics"],
  apply: (seams) => ({
    hiddenAnswers: {
      ...seams.hiddenAnswers,
      "/metrics": ({ orders, customers }) => ({
        mediaType: "text/plain; version=0.0.4",
        body: `# TYPE bookshop_orders gauge\nbookshop_orders ${orders.rows.size}\n# TYPE bookshop_customers gauge\nbookshop_customers ${customers.rows.size}\n`,
      }),
    },
  }),
};
