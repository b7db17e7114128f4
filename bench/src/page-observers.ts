// These functions run in a page, so that they use nothing from outside of them.

interface Frames {
  requestAnimationFrame(run: () => void): void;
}

export function observeKeys(): void {
  const keys: number[] = [];
  // Node's types have neither the kind of entry nor its threshold.
  const shortEvents: object = { type: "event", durationThreshold: 16 };
  Object.assign(globalThis, { keys });
  new PerformanceObserver((list) => {
    for (const { name, duration } of list.getEntries()) if (name === "keydown") keys.push(duration);
  }).observe(shortEvents as { type: "mark" });
}

/** The browser reports events of 16 ms and more; the others count as 16. */
export function readKeys(): number[] {
  const { keys } = globalThis as unknown as { keys: number[] };
  return [...keys, ...Array.from({ length: Math.max(0, 18 - keys.length) }, () => 16)];
}

export function observeFrames(): void {
  const frames = { last: performance.now(), longest: 0 };
  Object.assign(globalThis, { frames });
  const dom = globalThis as unknown as Frames;
  const next = (): void => {
    const now = performance.now();
    frames.longest = Math.max(frames.longest, now - frames.last);
    frames.last = now;
    dom.requestAnimationFrame(next);
  };
  dom.requestAnimationFrame(next);
}

export function readLongestFrame(): number {
  return (globalThis as unknown as { frames: { longest: number } }).frames.longest;
}

/** Counts the frames of each whole second. */
export function countFrames(): void {
  const counted = { from: performance.now(), current: 0, seconds: [] as number[] };
  Object.assign(globalThis, { counted });
  const dom = globalThis as unknown as Frames;
  const next = (): void => {
    counted.current += 1;
    const now = performance.now();
    if (now - counted.from >= 1000) {
      counted.seconds.push((counted.current * 1000) / (now - counted.from));
      counted.current = 0;
      counted.from = now;
    }
    dom.requestAnimationFrame(next);
  };
  dom.requestAnimationFrame(next);
}

/** Frames a second, of each second so far. */
export function readFrames(): number[] {
  return (globalThis as unknown as { counted: { seconds: number[] } }).counted.seconds;
}
