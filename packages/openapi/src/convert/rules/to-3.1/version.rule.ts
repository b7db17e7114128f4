import { makeVersionRule } from "../version-rule.ts";

export const version31 = makeVersionRule("3.1.2", "3.2.0");
