import { readFileSync } from "node:fs";

// Loaded before the server (`node --import`). It shifts the wall clock by the milliseconds in the
// file of PROOF_CLOCK. The monotonic clock continues, as when a clock is set.

const file = process.env["PROOF_CLOCK"] ?? "";
let offset = 0;
const read = (): void => {
  offset = Number(readFileSync(file, "utf8"));
};
read();
process.on("SIGUSR2", read);

const RealDate = Date;
const realNow = Date.now.bind(Date);
const now = (): number => realNow() + offset;

globalThis.Date = new Proxy(RealDate, {
  construct: (_, args: unknown[], target) =>
    Reflect.construct(RealDate, args.length === 0 ? [now()] : args, target) as Date,
  apply: () => new RealDate(now()).toString(),
  get: (real, name) => (name === "now" ? now : (Reflect.get(real, name) as unknown)),
});
