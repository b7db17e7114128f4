import { linkOptions } from "@tanstack/react-router";

/** What an event or a notice is about. */
export interface Subject {
  readonly type: string;
  readonly id: string;
  /** The ids that the event has of what the subject is in. */
  readonly data?: Readonly<Record<string, unknown>>;
}

/** The page of a subject, or of the project where it has none. */
export function findPlace(
  { type, id, data = {} }: Subject,
  place: { readonly org: string; readonly project: string },
) {
  const of = (name: string) => (typeof data[name] === "string" ? data[name] : null);
  const found = {
    run: () => linkOptions({ to: "/$org/$project/runs/$run", params: { ...place, run: id } }),
    suite: () =>
      linkOptions({ to: "/$org/$project/suites/$suite", params: { ...place, suite: id } }),
    environment: () =>
      linkOptions({
        to: "/$org/$project/environments/$environment",
        params: { ...place, environment: id },
      }),
    finding: () =>
      linkOptions({ to: "/$org/$project/findings/$finding", params: { ...place, finding: id } }),
    scanRun: () =>
      linkOptions({ to: "/$org/$project/scans/$scan", params: { ...place, scan: id } }),
    scanProfile: () =>
      linkOptions({
        to: "/$org/$project/scan-profiles/$profile",
        params: { ...place, profile: id },
      }),
    deprecationPlan: () =>
      linkOptions({ to: "/$org/$project/deprecations/$plan", params: { ...place, plan: id } }),
    documentation: () =>
      linkOptions({ to: "/$org/$project/docs/$doc", params: { ...place, doc: id } }),
  }[type];
  return (
    found?.() ??
    findInSuite(type, id, of("suiteId"), place) ??
    findInDocs(type, id, of, place) ??
    findInSpec(type, id, of, place) ??
    linkOptions({ to: "/$org/$project", params: place })
  );
}

type Place = Parameters<typeof findPlace>[1];
type Ids = (name: string) => string | null;

function findInSuite(type: string, id: string, suite: string | null, place: Place) {
  if (type !== "case" || suite === null) return null;
  const params = { ...place, suite, case: id };
  return linkOptions({ to: "/$org/$project/suites/$suite/cases/$case", params });
}

function findInDocs(type: string, id: string, of: Ids, place: Place) {
  const doc = of("docId");
  const version = type === "docVersion" ? id : of("versionId");
  if (doc === null || version === null) return null;
  const params = { ...place, doc, version };
  return type === "docPage"
    ? linkOptions({
        to: "/$org/$project/docs/$doc/$version/pages/$page",
        params: { ...params, page: id },
      })
    : linkOptions({ to: "/$org/$project/docs/$doc/$version", params });
}

function findInSpec(type: string, id: string, of: Ids, place: Place) {
  const spec = type === "spec" ? id : of("specId");
  const version = type === "specVersion" ? id : of("versionId");
  if (spec === null || version === null) return null;
  const params = { ...place, spec, version };
  if (type === "endpoint")
    return linkOptions({
      to: "/$org/$project/specs/$spec/$version/endpoints/$endpoint",
      params: { ...params, endpoint: id },
    });
  return type === "component"
    ? linkOptions({
        to: "/$org/$project/specs/$spec/$version/components/$component",
        params: { ...params, component: id },
      })
    : linkOptions({ to: "/$org/$project/specs/$spec/$version", params });
}
