import type { Seams } from "../seams/seams.ts";

/** A flaw that can be switched on. It only replaces decisions of the shop. */
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
  /** Its symptom and its effect, in one or two sentences. */
  summary: string;
  /** What a scan finds: guidance id, method and path. Empty where no scanner looks for it yet. */
  found: readonly string[];
  /** The decisions that it replaces; `seams` are the previous ones. */
  apply: (seams: Seams) => Partial<Seams>;
}
