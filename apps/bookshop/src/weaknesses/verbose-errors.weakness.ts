import type { Weakness } from "./weakness.ts";

export const verboseErrors: Weakness = {
  name: "verbose-errors",
  title: "Errors reveal internals",
  owasp: "API8:2023",
  summary:
    "Every problem contains the exception, its stack with file names, and the version of the runtime.",
  found: ["SVC08020 GET /"],
  apply: (seams) => ({
    presentProblem: (problem, cause) => ({
      ...seams.presentProblem(problem, cause),
      exception: `${cause.name}: ${cause.message}`,
      stack: cause.stack,
      runtime: `node ${process.version}`,
    }),
  }),
};
