import type { TrafficPlan } from "@lintel/contract/shapes/traffic";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { treatAt } from "./treat-at.ts";

const day = 24 * 3600 * 1000;
const at = (text: string) => Date.parse(text);
const plan = (more: Partial<TrafficPlan> = {}): TrafficPlan => ({
  planId: "01a20031-0000-7000-8000-000000000001",
  announcedAt: "2027-01-01T00:00:00.000Z",
  sunsetPhaseStartsAt: "2027-03-01T00:00:00.000Z",
  sunsetAt: "2027-04-01T00:00:00.000Z",
  endedAt: null,
  enableWarningHeader: true,
  enableRateLimiting: false,
  rateLimitReductionPercent: 50,
  autoShutdown: true,
  softShutdownDays: 7,
  trialBrownOut: null,
  successor: "/v2/pets",
  ...more,
});
const setting = { requestsPerMinute: 60, infoUrl: "https://example.com/ends" };
const treat = (plans: TrafficPlan[], now: string, more = {}) =>
  treatAt(plans, { ...setting, ...more }, at(now));

describe("the treatment of calls", () => {
  it("announces the end as RFC 9745, RFC 8594 and RFC 8288 say", () => {
    expect(treat([plan()], "2027-01-02T00:00:00Z").headers).toEqual({
      deprecation: "@1798761600",
      sunset: "Thu, 01 Apr 2027 00:00:00 GMT",
      links: [
        '<https://example.com/ends>; rel="deprecation"; type="text/html"',
        '<https://example.com/ends>; rel="sunset"; type="text/html"',
        '</v2/pets>; rel="successor-version"',
      ],
    });
    expect(
      treat([plan({ enableWarningHeader: false })], "2027-01-02T00:00:00Z").headers,
    ).toBeNull();
    const odd = treat([plan({ successor: '/a>; rel="x"\r\nb\uD800' })], "2027-01-02T00:00:00Z");
    expect(odd.headers?.links.at(-1)).toBe(
      '</a%3E;%20rel=%22x%22%0D%0Ab%EF%BF%BD>; rel="successor-version"',
    );
  });

  it("announces a plain date alone, and the earlier of a date and a plan", () => {
    const sunsetAt = "2027-03-20T00:00:00.000Z";
    const sunset = "Sat, 20 Mar 2027 00:00:00 GMT";
    expect(treat([], "2027-01-02T00:00:00Z", { sunsetAt })).toMatchObject({
      headers: {
        deprecation: null,
        sunset,
        links: ['<https://example.com/ends>; rel="sunset"; type="text/html"'],
      },
      stop: null,
    });
    const both = treat([plan()], "2027-01-02T00:00:00Z", { sunsetAt });
    expect(both.headers).toMatchObject({ deprecation: "@1798761600", sunset });
    const late = { sunsetAt: "2028-01-01T00:00:00.000Z" };
    expect(treat([plan()], "2027-01-02T00:00:00Z", late).headers?.sunset).toBe(
      "Thu, 01 Apr 2027 00:00:00 GMT",
    );
  });

  it("reduces the limit from the sunset phase on, also after the end without a shutdown", () => {
    const limited = plan({
      enableRateLimiting: true,
      rateLimitReductionPercent: 90,
      autoShutdown: false,
    });
    expect(treat([limited], "2027-02-28T23:59:59Z").limitPerMinute).toBeNull();
    expect(treat([limited], "2027-03-01T00:00:00Z").limitPerMinute).toBe(6);
    expect(treat([limited], "2028-03-01T00:00:00Z")).toMatchObject({
      limitPerMinute: 6,
      stop: null,
    });
    expect(
      treat([limited], "2027-03-01T00:00:00Z", { requestsPerMinute: null }).limitPerMinute,
    ).toBeNull();
  });

  it("browns out for a growing part of each hour in the last days", () => {
    const stopped = (now: string) => treat([plan()], now).stop?.code ?? null;
    expect(stopped("2027-03-24T00:00:00Z")).toBeNull(); // hour of a day before the first
    expect(stopped("2027-03-25T05:00:00Z")).toBe("ENDPOINT_BROWNOUT");
    expect(stopped("2027-03-25T05:07:29.999Z")).toBe("ENDPOINT_BROWNOUT"); // 1/8 of an hour
    expect(stopped("2027-03-25T05:07:30Z")).toBeNull();
    expect(stopped("2027-03-31T05:52:29Z")).toBe("ENDPOINT_BROWNOUT"); // 7/8
    expect(stopped("2027-03-31T05:52:30Z")).toBeNull();
    expect(stopped("2027-04-01T00:00:00Z")).toBe("ENDPOINT_RETIRED");
    expect(treat([plan({ autoShutdown: false })], "2027-04-01T00:00:00Z").stop).toBeNull();
    const early = plan({ endedAt: "2027-02-01T00:00:00.000Z" });
    expect(treat([early], "2027-02-01T00:00:00Z").stop?.code).toBe("ENDPOINT_RETIRED");
  });

  it("browns out during a trial, without a shutdown as well, and not one that began too late", () => {
    const trialBrownOut = {
      startsAt: "2027-01-10T10:00:00.000Z",
      endsAt: "2027-01-10T10:05:00.000Z",
    };
    const tried = plan({ autoShutdown: false, trialBrownOut });
    expect(treat([tried], "2027-01-10T09:59:59Z").stop).toBeNull();
    expect(treat([tried], "2027-01-10T10:00:00Z")).toMatchObject({
      stop: { code: "ENDPOINT_BROWNOUT", endsAt: at(trialBrownOut.endsAt) },
      until: at(trialBrownOut.endsAt),
    });
    expect(treat([tried], trialBrownOut.endsAt).stop).toBeNull();
    const old = { stopsUntil: at("2027-01-10T09:00:00Z") };
    expect(treat([tried], "2027-01-10T10:01:00Z", old).stop).toBeNull();
  });

  it("has no more days of brown-outs than the sunset phase", () => {
    const short = plan({ sunsetPhaseStartsAt: "2027-03-30T00:00:00.000Z" });
    expect(treat([short], "2027-03-29T00:01:00Z").stop).toBeNull();
    expect(treat([short], "2027-03-30T00:19:59Z").stop?.code).toBe("ENDPOINT_BROWNOUT");
    expect(treat([short], "2027-03-30T00:20:00Z").stop).toBeNull();
  });

  it("obeys the earlier date and the lower limit of two plans", () => {
    const limits = { enableRateLimiting: true, autoShutdown: false };
    const late = plan({
      ...limits,
      sunsetAt: "2027-06-01T00:00:00.000Z",
      rateLimitReductionPercent: 80,
    });
    const both = treat([late, plan(limits)], "2027-03-10T00:00:00Z");
    expect(both).toMatchObject({
      limitPerMinute: 12,
      headers: { sunset: "Thu, 01 Apr 2027 00:00:00 GMT" },
    });
  });

  it("begins no stop after the rules became too old, and goes on with one that began before", () => {
    const at25 = "2027-03-25T05:03:00Z";
    const stopsUntil = (text: string) => ({ stopsUntil: at(text) });
    expect(treat([plan()], at25, stopsUntil("2027-03-25T04:59:59Z")).stop).toBeNull();
    expect(treat([plan()], at25, stopsUntil("2027-03-25T05:00:00Z")).stop).not.toBeNull();
    const later = "2027-05-01T00:00:00Z";
    expect(treat([plan()], later, stopsUntil("2027-03-31T23:00:00Z")).stop).toBeNull();
    expect(treat([plan()], later, stopsUntil("2027-04-01T00:00:00Z")).stop).not.toBeNull();
  });

  it("stays the same until the instant that it names", () => {
    const base = at("2027-01-01T00:00:00Z");
    fc.assert(
      fc.property(
        fc.record({
          phase: fc.integer({ min: 0, max: 40 * day }),
          length: fc.integer({ min: 0, max: 20 * day }),
          softShutdownDays: fc.integer({ min: 0, max: 30 }),
          now: fc.integer({ min: 0, max: 70 * day }),
          part: fc.double({ min: 0, max: 0.999999, noNaN: true }),
        }),
        ({ phase, length, softShutdownDays, now, part }) => {
          const iso = (ms: number) => new Date(base + ms).toISOString();
          const plans = [
            plan({
              sunsetPhaseStartsAt: iso(phase),
              sunsetAt: iso(phase + length),
              softShutdownDays,
              enableRateLimiting: true,
            }),
          ];
          const first = treatAt(plans, setting, base + now);
          expect(first.until).toBeGreaterThan(base + now);
          const last = Math.min(first.until, base + 80 * day);
          const later = base + now + Math.floor((last - base - now) * part);
          expect({ ...treatAt(plans, setting, later), until: 0 }).toEqual({ ...first, until: 0 });
        },
      ),
      { numRuns: 2000 },
    );
  });
});
