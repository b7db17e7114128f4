import type { Weakness } from "./weakness.ts";

export const debugRoute: Weakness = {
  name: "debug-route",
  title: "There is a page for debugging",
  owasp: "API9:2023",
  summary:
    "GET /debug shows the memory and the settings of the process to everybody, and is not documented.",
  found: ["SVC09001 GET /debug"],
  apply: (seams) => ({
    hiddenAnswers: {
      ...seams.hiddenAnswers,
      "/debug": () => ({
        mediaType: "application/json; charset=utf-8",
        body: {
          memory: process.memoryUsage(),
          settings: { port: 4010, weaknesses: ["debug-route"] },
        },
      }),
    },
  }),
};
