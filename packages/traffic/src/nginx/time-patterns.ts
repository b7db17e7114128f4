/** The largest instant of a pattern, in seconds: the year 2286. */
const last = 9_999_999_999;

/**
 * A regular expression for the decimal numbers from `from` to before `to`, both with ten digits. nginx compares no
 * numbers: `$msec` is matched as a text.
 */
export function rangePattern(from: number, to = last + 1): string {
  if (to <= from) return "(?!)";
  return `(?:${split(String(from), String(to - 1)).join("|")})`;
}

/** Texts of equal length. */
function split(low: string, high: string): string[] {
  const rest = low.length - 1;
  if (low === "0".repeat(low.length) && high === "9".repeat(high.length))
    return [digits(low.length)];
  if (low[0] === high[0])
    return split(low.slice(1), high.slice(1)).map((pattern) => `${low[0]}${pattern}`);
  const first = Number(low[0]);
  const final = Number(high[0]);
  const isWhole = (text: string, digit: string) => text.slice(1) === digit.repeat(rest);
  const from = isWhole(low, "0") ? first : first + 1;
  const to = isWhole(high, "9") ? final : final - 1;
  const between = from > to ? [] : [`${from === to ? from : `[${from}-${to}]`}${digits(rest)}`];
  const begin =
    from === first ? [] : split(low.slice(1), "9".repeat(rest)).map((p) => `${first}${p}`);
  const end = to === final ? [] : split("0".repeat(rest), high.slice(1)).map((p) => `${final}${p}`);
  return [...begin, ...between, ...end];
}

function digits(count: number): string {
  if (count === 0) return "";
  return count === 1 ? "\\d" : `\\d{${count}}`;
}

/**
 * A regular expression for the end of `$time_iso8601` in the first seconds of each hour in UTC. The time has the zone of
 * the machine, whose offset is full hours, or 30 or 45 minutes more.
 */
export function hourPattern(seconds: number): string {
  const zones = [0, 30, 45].map((minutes) => {
    const from = minutes * 60;
    const parts =
      from + seconds <= 3600
        ? [clockPattern(from, from + seconds)]
        : [clockPattern(from, 3600), clockPattern(0, from + seconds - 3600)];
    return `(?:${parts.join("|")})[+-]\\d\\d:${String(minutes).padStart(2, "0")}`;
  });
  return `T\\d\\d:(?:${zones.join("|")})$`;
}

/** `mm:ss` from a second of the hour to before another one. */
function clockPattern(from: number, to: number): string {
  const parts: string[] = [];
  const whole: string[] = [];
  for (let minute = Math.floor(from / 60); minute * 60 < to; minute++) {
    const [start, end] = [Math.max(from, minute * 60), Math.min(to, minute * 60 + 60)];
    if (end - start === 60) whole.push(twoDigits(minute));
    else parts.push(`${twoDigits(minute)}:(?:${list(start % 60, (start % 60) + end - start)})`);
  }
  if (whole.length > 0) parts.unshift(`(?:${whole.join("|")}):\\d\\d`);
  return parts.join("|");
}

const list = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, at) => twoDigits(from + at)).join("|");

const twoDigits = (value: number) => String(value).padStart(2, "0");
