import { followMembers, follow, viewDocument } from "@lintel/openapi/view";
import { memberOf } from "@lintel/json/value";
import { stepInto, writePointer, type Place } from "@lintel/json/place";
import { parseDocument } from "@lintel/openapi/parse";
import { corpusNames, readCorpus } from "@lintel/openapi/testing/corpus";
import { createSampler } from "@lintel/samples/make-sample";
import { createValidator } from "@lintel/samples/testing/create-validator";

// Reports how many request bodies of the corpus have a sample that Ajv calls valid, and how long the samples took.

const modes = ["required", "all", "some"] as const;
interface Count {
  bodies: number;
  valid: number;
  refused: number;
  ms: number[];
}
const counts = new Map<string, Count>(
  modes.map((mode) => [mode, { bodies: 0, valid: 0, refused: 0, ms: [] }]),
);
const isLoud = process.argv.includes("--list");
const only = process.argv.find((one) => one.startsWith("--only="))?.slice(7) ?? "";

function listBodies(view: ReturnType<typeof viewDocument>): [string, Place][] {
  const bodies: [string, Place][] = [];
  for (const [path, item] of followMembers(view, stepInto(view.root, "paths"))) {
    for (const method of ["get", "put", "post", "patch", "delete", "options"]) {
      const operation = stepInto(item, method);
      const body = follow(view, stepInto(operation, "requestBody"));
      if (memberOf(operation.value, "requestBody") === undefined) continue;
      for (const [type, content] of followMembers(view, stepInto(body, "content"))) {
        if (memberOf(content.value, "schema") !== undefined)
          bodies.push([`${method} ${path} ${type}`, stepInto(content, "schema")]);
      }
    }
  }
  return bodies;
}

for (const name of corpusNames) {
  if (!name.includes(only)) continue;
  const { value } = parseDocument(readCorpus(name), { bytes: 64 << 20, operations: 20_000 });
  const view = viewDocument(value);
  const sampler = createSampler(view);
  let validator: ReturnType<typeof createValidator>;
  try {
    validator = createValidator(value, view, "request");
  } catch (error) {
    console.log(name, "cannot be read by Ajv:", String(error).slice(0, 200));
    continue;
  }
  for (const [title, place] of listBodies(view)) {
    let validate: (value: unknown) => string | null;
    try {
      validate = validator(writePointer(place.at));
    } catch (error) {
      console.log(name, title, "cannot be compiled by Ajv:", String(error).slice(0, 200));
      continue;
    }
    for (const mode of modes) {
      const count = counts.get(mode);
      if (count === undefined) continue;
      const began = process.threadCpuUsage();
      const sample = sampler.make(place.value, {
        direction: "request",
        members: mode,
        ...(mode === "some" ? { seed: count.bodies } : {}),
      });
      const { user, system } = process.threadCpuUsage(began);
      const took = (user + system) / 1000;
      count.ms.push(took);
      if (isLoud && took > 25) console.log("slow", took.toFixed(0), name, title, mode);
      count.bodies += 1;
      const error = sample.value === undefined ? "nothing" : validate(sample.value);
      if (sample.refusal !== null) count.refused += 1;
      if (error === null) count.valid += 1;
      if (isLoud && (error !== null || sample.refusal !== null))
        console.log(
          name,
          title,
          mode,
          "|",
          error,
          "|",
          sample.refusal,
          "|",
          JSON.stringify(sample.value)?.slice(0, 300),
        );
    }
  }
}
for (const [mode, { bodies, valid, refused, ms }] of counts) {
  const sorted = ms.toSorted((left, right) => left - right);
  const at = (share: number): string =>
    (sorted[Math.floor((sorted.length - 1) * share)] ?? 0).toFixed(1);
  console.log(
    `${mode}: ${valid} of ${bodies} valid (${((100 * valid) / bodies).toFixed(2)} %), ${refused} refused; ms: median ${at(0.5)}, 99th ${at(0.99)}, longest ${at(1)}`,
  );
}
