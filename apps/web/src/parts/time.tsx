import { useEffect, useState } from "react";

const units = [
  { name: "year", seconds: 31_536_000 },
  { name: "month", seconds: 2_592_000 },
  { name: "day", seconds: 86_400 },
  { name: "hour", seconds: 3600 },
  { name: "minute", seconds: 60 },
] as const;

const relative = new Intl.RelativeTimeFormat("en", { numeric: "auto", style: "short" });
const exact = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "short" });

export function describeAge(at: Date, now: Date): string {
  const seconds = (at.getTime() - now.getTime()) / 1000;
  for (const { name, seconds: length } of units)
    if (Math.abs(seconds) >= length) return relative.format(Math.round(seconds / length), name);
  return "just now";
}

/** How long ago; the exact time on hover. */
export function Time({ at }: { readonly at: string }) {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), 30_000);
    return () => clearInterval(timer);
  }, []);
  const date = new Date(at);
  return (
    <time dateTime={at} title={exact.format(date)}>
      {describeAge(date, now)}
    </time>
  );
}
