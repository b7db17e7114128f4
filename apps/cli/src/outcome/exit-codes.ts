/** Every exit code of the command. Pipelines rely on the numbers. */
export const exitCodes = {
  passed: {
    code: 0,
    meaning: "The command succeeded; the tests passed, and there are no breaking changes.",
  },
  failed: {
    code: 1,
    meaning:
      "A test failed or errored, or nothing passed (with --fail-on-blocked also a blocked case); a change is breaking; a rule is violated; a document cannot be read.",
  },
  usage: { code: 2, meaning: "A wrong option, file or setting, or a request that is not valid." },
  incomplete: {
    code: 3,
    meaning:
      "The service could not be reached, or the run was cancelled or did not finish in time.",
  },
  credential: {
    code: 4,
    meaning:
      "The key or the sign-in is missing, not valid, expired, revoked, or not allowed to do this.",
  },
  notFound: {
    code: 5,
    meaning:
      "A project, environment, suite, case, specification, documentation or address was not found.",
  },
  conflict: {
    code: 6,
    meaning: "The documentation has changed on the server, or on both sides; nothing was lost.",
  },
} as const;

export type Exit = keyof typeof exitCodes;
