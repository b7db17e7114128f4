import { makeVersionRule } from "../version-rule.ts";

export const version30 = makeVersionRule("3.0.4", "3.1.2");
