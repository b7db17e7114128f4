import { requestAnything } from "./request-anything.ts";
import type { Weakness } from "./weakness.ts";

export const callbackTrial: Weakness = {
  name: "callback-trial",
  title: "Callbacks are tried at any address",
  owasp: "API7:2023",
  summary:
    "POST /books/{bookId}/stock-alerts requests the given address at once to see whether it answers. The answer is not shown.",
  found: ["SVC07001 POST /books/{bookId}/stock-alerts"],
  apply: () => ({
    async tryCallback(url) {
      await requestAnything(url, { method: "POST" });
    },
  }),
};
