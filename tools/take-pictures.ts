import { spawn, type ChildProcess } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { chromium, type Browser, type BrowserContext, type Page } from "playwright-core";
import { appSubjects } from "./app-pictures.ts";

// Takes the pictures of the portal and of the web app for the README from the demo. With --all
// FOLDER, it takes every picture of the portal to review before a release.

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
/** Other ports than those of a demo that runs. */
const ports = { LINTEL_PORT: "0", BOOKSHOP_PORT: "4012", WEAK_BOOKSHOP_PORT: "4022" };
const schemes = ["light", "dark"] as const;
const root = path.join(import.meta.dirname, "..");

const [option, named] = process.argv.slice(2);
if (option === "--help") process.stdout.write(help);
else if (option === undefined) {
  const folder = path.join(root, "docs/pictures");
  await withDemo(folder, async (browser, { documentation, signInLink }) => {
    await takePortal(browser, documentation, subjects, [1350], folder);
    await takeApp(browser, signInLink, folder);
  });
} else if (option === "--all" && named !== undefined) {
  const folder = path.resolve(named);
  await withDemo(folder, (browser, { documentation }) =>
    takePortal(browser, documentation, [...subjects, ...furtherSubjects], [1350, 390], folder),
  );
} else {
  process.stderr.write(help);
  process.exitCode = 2;
}

/** What the demo prints when everything is published. */
interface Addresses {
  readonly documentation: string;
  /** Opens the web app, once. */
  readonly signInLink: string;
}

async function withDemo(
  folder: string,
  take: (browser: Browser, addresses: Addresses) => Promise<void>,
): Promise<void> {
  await mkdir(folder, { recursive: true });
  const data = await mkdtemp(path.join(tmpdir(), "lintel-pictures-"));
  const demo = startDemo(data);
  try {
    const addresses = await addressesOf(demo);
    const executablePath = process.env["LINTEL_CHROMIUM"] ?? "/usr/bin/chromium";
    const args = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"];
    const browser = await chromium.launch({ executablePath, args });
    try {
      await take(browser, addresses);
    } finally {
      await browser.close();
    }
  } finally {
    await stop(demo);
    await rm(data, { recursive: true, force: true });
  }
}

async function takePortal(
  browser: Browser,
  address: string,
  wanted: readonly Subject[],
  widths: readonly number[],
  folder: string,
): Promise<void> {
  for (const subject of wanted)
    for (const width of widths)
      for (const colorScheme of schemes) {
        const picture = await takePicture(browser, address, subject, { colorScheme, width });
        const suffix = widths.length === 1 ? "" : `-${width}`;
        await store(folder, `${subject.name}${suffix}-${colorScheme}`, picture);
      }
}

async function takeApp(browser: Browser, signInLink: string, folder: string): Promise<void> {
  const context = await openContext(browser, { colorScheme: "light", width: 1350 });
  try {
    const page = await context.newPage();
    await page.goto(signInLink);
    const [first] = appSubjects;
    await first.open(page);
    // The fonts that came too late for the first document are there for the second.
    await page.reload();
    for (const { name, open } of appSubjects) {
      await open(page);
      await page.mouse.move(0, 0);
      await store(folder, name, await capture(page));
    }
  } finally {
    await context.close();
  }
}

async function store(folder: string, name: string, picture: Buffer): Promise<void> {
  const file = path.join(folder, `${name}.webp`);
  await writeFile(file, picture);
  console.log(`${path.relative(root, file)}  ${Math.round(picture.length / 1024)} kB`);
}

function startDemo(folder: string): ChildProcess {
  return spawn(process.execPath, [path.join(root, "apps/demo/src/main.ts")], {
    cwd: folder,
    stdio: ["ignore", "pipe", "inherit"],
    env: {
      ...process.env,
      LINTEL_DATA: path.join(folder, "data"),
      ...ports,
    },
  });
}

function addressesOf(demo: ChildProcess): Promise<Addresses> {
  let printed = "";
  return new Promise((resolve, reject) => {
    demo.once("close", (code) => reject(new Error(`The demo ended with ${code}.`)));
    demo.stdout?.on("data", (chunk: Buffer) => {
      printed += chunk.toString();
      const [, signInLink] = /(\S+\/sign-in\/link\/\S+)\n/.exec(printed) ?? [];
      const [, documentation] = /(\S+) {4}Lintel's documentation\n/.exec(printed) ?? [];
      if (signInLink !== undefined && documentation !== undefined)
        resolve({ documentation, signInLink });
    });
  });
}

async function stop(demo: ChildProcess): Promise<void> {
  if (demo.exitCode !== null) return;
  const closed = new Promise((resolve) => demo.once("close", resolve));
  demo.kill("SIGTERM");
  await closed;
}

async function takePicture(
  browser: Browser,
  address: string,
  subject: Subject,
  view: View,
): Promise<Buffer> {
  const context = await openContext(browser, view);
  try {
    const page = await context.newPage();
    const answer = await page.goto(address + subject.path, { waitUntil: "networkidle" });
    if (answer?.status() !== (subject.status ?? 200))
      throw new Error(`${subject.path} is answered by ${answer?.status()}.`);
    return await capture(page);
  } finally {
    await context.close();
  }
}

function openContext(browser: Browser, { colorScheme, width }: View): Promise<BrowserContext> {
  return browser.newContext({
    viewport: { width, height: width > 600 ? 844 : 780 },
    deviceScaleFactor: 2,
    colorScheme,
    reducedMotion: "reduce",
  });
}

/** The first screen of a page in double resolution, as WebP. */
async function capture(page: Page): Promise<Buffer> {
  const session = await page.context().newCDPSession(page);
  const options = { format: "webp", quality: 80 } as const;
  const { data } = await session.send("Page.captureScreenshot", options);
  return Buffer.from(data, "base64");
}
