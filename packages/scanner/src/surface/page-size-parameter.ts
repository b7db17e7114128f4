import type { Operation, Parameter } from "./surface.types.ts";

const sizeName = /^(?:limit|take|size|count|page[-_]?size|per[-_]?page|max[-_]?results)$/i;

/** The parameter that sets how many items an answer has; undefined without one. */
export const findPageSize = ({ parameters }: Operation): Parameter | undefined =>
  parameters.find(({ in: place, name }) => place === "query" && sizeName.test(name));
