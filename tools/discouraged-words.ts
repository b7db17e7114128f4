/** A word or phrase that readers of this project had to read twice, and what to write instead. */
export interface DiscouragedWord {
  readonly pattern: RegExp;
  readonly instead: string;
}

/** At most 30, so that everybody can keep them in mind. */
export const discouragedWords: readonly DiscouragedWord[] = [
  { pattern: /\btold\b/gi, instead: "say what is reported, passed or known, and by what" },
  {
    pattern: /\btells?( of| that| apart)?\b|\btelling\b/gi,
    instead: "reports, returns, distinguishes",
  },
  { pattern: /\banew\b/gi, instead: "again" },
  { pattern: /\bst(?:and|ands|ood|anding)\b/gi, instead: "is, are, appears, depends on" },
  { pattern: /\bbeside\b/gi, instead: "next to, in addition to, as well as" },
  { pattern: /\bjudg(?:e|es|ed|ing|ement)\b/gi, instead: "check, evaluate, decide" },
  { pattern: /\bsight\b/gi, instead: "visible, visibility" },
  { pattern: /\bwho(?:so)?ever\b/gi, instead: "name the caller, the reader or the process" },
  { pattern: /\bamiss\b/gi, instead: "wrong" },
  { pattern: /\bdear(?:er|est)?\b/gi, instead: "expensive, most expensive" },
  { pattern: /\blest\b/gi, instead: "so that … does not" },
  { pattern: /\bseldom\b/gi, instead: "rarely" },
  { pattern: /\bmend(?:s|ed|ing)?\b/gi, instead: "repair, fix, correct" },
  { pattern: /\bvouch(?:es|ed)?\b/gi, instead: "guarantee, confirm" },
  {
    pattern: /\b(?:none|one|no \w+) of (?:ours|its own kind|old)\b/gi,
    instead: "name what it is not",
  },
  { pattern: /\bbut for\b/gi, instead: "except" },
  { pattern: /\bonce more\b/gi, instead: "again" },
  { pattern: /\bat hand\b/gi, instead: "available, known" },
  { pattern: /\bhand(?:s|ed|ing)? (?:over|on)\b/gi, instead: "pass, forward, send" },
  { pattern: /\b(?:come|comes|came|became|become|becomes) of\b/gi, instead: "result, outcome" },
  { pattern: /\bsees? to\b/gi, instead: "handles, ensures" },
  { pattern: /\bset(?:s|ting)? out to\b/gi, instead: "begins to" },
  {
    pattern: /, for (?:it|they|he|she|this|that|these|those|there|we|you)\b/gi,
    instead: "because",
  },
  { pattern: /\bis no (?:more|longer) than\b|\bno sooner\b/gi, instead: "is at most" },
  { pattern: /\bhear(?:s|d) (?:of|about|from)\b/gi, instead: "receives, is notified" },
  { pattern: /\bin its stead\b|\bin place of\b/gi, instead: "instead of" },
  { pattern: /\bfar too\b|\ball too\b|\bever so\b/gi, instead: "give the amount" },
  { pattern: /\bare? to be found\b|\bis to be had\b/gi, instead: "is, exists" },
  { pattern: /\bmeanwhile\b/gi, instead: "at the same time, until then" },
  { pattern: /\bby its word\b|\bits word\b|\btakes? it for\b/gi, instead: "assumes, relies on" },
];
