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
      // oxlint-disable-next-line no-restricted-globals -- the weakness is a request to any address
      await fetch(url, { method: "POST" }).catch(() => null);
    },
  }),
};
