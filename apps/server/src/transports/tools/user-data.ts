/**
 * The mark of what users wrote, in the `_meta` of results and of contents (MCP, "General fields:
 * _meta"): whoever shows it to a model can keep it apart from instructions.
 */
export const userData = { "lintel/content": "user-data" } as const;
