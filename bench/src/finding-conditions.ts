const worst = "severity_rank, created_at desc, id";

/** Lists of findings: what the product is asked, and the same as bare SQL. */
export const conditions = {
  all: { query: "", condition: "true", order: worst },
  open: { query: "status=open", condition: "status = 'open'", order: worst },
  high: {
    query: "status=open&severity=high",
    condition: "status = 'open' and severity = 'high'",
    order: worst,
  },
  scanner: {
    query: "scannerId=object-reading",
    condition: "scanner_id = 'object-reading'",
    order: worst,
  },
  search: {
    query: "search=item%2077",
    condition: "(title ilike '%item 77%' or description ilike '%item 77%')",
    order: worst,
  },
  path: { query: "sortBy=path", condition: "true", order: 'path collate "C", id' },
} as const;

export type ConditionName = keyof typeof conditions;
