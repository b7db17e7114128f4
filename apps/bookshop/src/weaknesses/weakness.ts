import type { Seams } from "../seams/seams.ts";

/** A flaw that can be switched on. It replaces decisions of the shop and touches nothing else. */
export interface Weakness {
  /** The name of the switch. */
  name: string;
  title: string;
  /** The risk of the OWASP API Security Top 10 of 2023. */
  owasp:
    | "API1:2023"
    | "API2:2023"
    | "API3:2023"
    | "API4:2023"
    | "API5:2023"
    | "API6:2023"
    | "API7:2023"
    | "API8:2023"
    | "API9:2023"
    | "API10:2023";
  /** How it shows and what it costs, in a sentence or two. */
  summary: string;
  /** The decisions that it replaces; `seams` are those that held before. */
  apply: (seams: Seams) => Partial<Seams>;
}
