import { spawn, type ChildProcess } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { chromium, type Browser } from "playwright-core";

// Takes the pictures of the portal for the README from the demo. With --all FOLDER, it takes every
// picture to review before a release.

const help = `npm run pictures                  docs/pictures, for the README
npm run pictures -- --all FOLDER  every page of the list, wide and narrow, light and dark

LINTEL_CHROMIUM  the browser (default /usr/bin/chromium)
`;

interface Subject {
  readonly name: string;
  /** Below the documentation's address. */
  readonly path: string;
  /** The expected status (200 by default); other responses are an error. */
  readonly status?: number;
}

interface View {
  readonly colorScheme: "light" | "dark";
  readonly width: number;
}

const subjects: readonly Subject[] = [
  { name: "portal", path: "/docs-as-code" },
  { name: "reference", path: "/bookshop-api/operations/create-book" },
];
const furtherSubjects: readonly Subject[] = [
  { name: "start", path: "" },
  { name: "reference-overview", path: "/bookshop-api" },
  { name: "schema", path: "/bookshop-api/schemas/book" },
  { name: "search", path: "/_search?q=publish" },
  { name: "none", path: "/no-such-page", status: 404 },
];
const schemes = ["light", "dark"] as const;
const root = path.join(import.meta.dirname, "..");

const [option, named] = process.argv.slice(2);
if (option === "--help") process.stdout.write(help);
else if (option === undefined) await takeAll(subjects, [1350], path.join(root, "docs/pictures"));
else if (option === "--all" && named !== undefined)
  await takeAll([...subjects, ...furtherSubjects], [1350, 390], path.resolve(named));
else {
  process.stderr.write(help);
  process.exitCode = 2;
}

async function takeAll(
  wanted: readonly Subject[],
  widths: readonly number[],
  folder: string,
): Promise<void> {
  await mkdir(folder, { recursive: true });
  const data = await mkdtemp(path.join(tmpdir(), "lintel-pictures-"));
  const demo = startDemo(data);
  try {
    const address = await documentationOf(demo);
    const executablePath = process.env["LINTEL_CHROMIUM"] ?? "/usr/bin/chromium";
    const args = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"];
    const browser = await chromium.launch({ executablePath, args });
    for (const subject of wanted)
      for (const width of widths)
        for (const colorScheme of schemes) {
          const picture = await takePicture(browser, address, subject, { colorScheme, width });
          const suffix = widths.length === 1 ? "" : `-${width}`;
          const file = path.join(folder, `${subject.name}${suffix}-${colorScheme}.webp`);
          await writeFile(file, picture);
          console.log(`${path.relative(root, file)}  ${Math.round(picture.length / 1024)} kB`);
        }
    await browser.close();
  } finally {
    await stop(demo);
    await rm(data, { recursive: true, force: true });
  }
}

function startDemo(folder: string): ChildProcess {
  return spawn(process.execPath, [path.join(root, "apps/demo/src/main.ts")], {
    cwd: folder,
    stdio: ["ignore", "pipe", "inherit"],
    env: {
      ...process.env,
      LINTEL_DATA: path.join(folder, "data"),
      LINTEL_PORT: "0",
      BOOKSHOP_PORT: "4012",
    },
  });
}

/** The address that the demo prints when everything is published. */
function documentationOf(demo: ChildProcess): Promise<string> {
  let printed = "";
  return new Promise((resolve, reject) => {
    demo.once("close", (code) => reject(new Error(`The demo ended with ${code}.`)));
    demo.stdout?.on("data", (chunk: Buffer) => {
      printed += chunk.toString();
      const [, address] = /(\S+) {4}Lintel's documentation\n/.exec(printed) ?? [];
      if (address !== undefined) resolve(address);
    });
  });
}

async function stop(demo: ChildProcess): Promise<void> {
  if (demo.exitCode !== null) return;
  const closed = new Promise((resolve) => demo.once("close", resolve));
  demo.kill("SIGTERM");
  await closed;
}

/** The first screen of a page in double resolution, as WebP. */
async function takePicture(
  browser: Browser,
  address: string,
  subject: Subject,
  { colorScheme, width }: View,
): Promise<Buffer> {
  const height = width > 600 ? 844 : 780;
  const context = await browser.newContext({
    viewport: { width, height },
    deviceScaleFactor: 2,
    colorScheme,
    reducedMotion: "reduce",
  });
  try {
    const page = await context.newPage();
    const answer = await page.goto(address + subject.path, { waitUntil: "networkidle" });
    if (answer?.status() !== (subject.status ?? 200))
      throw new Error(`${subject.path} is answered by ${answer?.status()}.`);
    const session = await context.newCDPSession(page);
    const options = { format: "webp", quality: 80 } as const;
    const { data } = await session.send("Page.captureScreenshot", options);
    return Buffer.from(data, "base64");
  } finally {
    await context.close();
  }
}
