import { compileJsonPath } from "../matching/json-path.ts";
import { deepEqual } from "../values/deep-equal.ts";
import { nothing } from "../values/nothing.ts";
import { readOne, type Source } from "./source.types.ts";

export const jsonPathSource: Source = {
  name: "jsonPath",
  summary:
    "The value at a JSONPath (RFC 9535) of the JSON body; a path that can select several gives the list of them.",
  needs: "path",
  label: (place) => `jsonPath ${place.path ?? ""}`,
  prepare(place) {
    const path = compileJsonPath(place.path ?? "");
    return (response) => {
      const document = response.readJson();
      if (document === nothing) return readOne(nothing, "the body is no JSON");
      return readOne(path.read(document));
    };
  },
  equals: deepEqual,
};
