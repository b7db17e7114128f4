import type { Weakness } from "./weakness.ts";

export const exposedFile: Weakness = {
  name: "exposed-file",
  title: "A file with settings is served",
  owasp: "API9:2023",
  summary:
    "GET /.env answers with the settings of the shop, among them the key of the administrators.",
  found: ["SVC09002 GET /.env"],
  apply: (seams) => ({
    hiddenAnswers: {
      ...seams.hiddenAnswers,
      "/.env": ({ adminKey }) => ({
        mediaType: "text/plain",
        body: `BOOKSHOP_PORT=4010\nBOOKSHOP_ADMIN_KEY=${adminKey}\n`,
      }),
    },
  }),
};
