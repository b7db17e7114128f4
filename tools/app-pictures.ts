import type { Page } from "playwright-core";

// The pages of the web app that the README shows, and the way to them in the demo.

/** A page of the app. */
export interface AppSubject {
  readonly name: string;
  /** Leads from any page of the project to what the picture shows. */
  readonly open: (page: Page) => Promise<void>;
}

export const appSubjects: readonly [AppSubject, ...AppSubject[]] = [
  { name: "app-design", open: openEndpoint },
  { name: "app-run", open: openFailedCase },
  { name: "app-finding", open: openFinding },
  { name: "app-try", open: openAnswer },
];

async function openEndpoint(page: Page): Promise<void> {
  await openSection(page, "Design", "specs");
  await page.getByRole("link", { name: "Bookshop API" }).click();
  await page.getByRole("treeitem", { name: "GET /books", exact: true }).click();
  await page.getByText("Defined by").first().waitFor();
}

/** The environment has weaknesses, and the suite finds them. */
async function openFailedCase(page: Page): Promise<void> {
  await openSection(page, "Tests", "suites");
  const suites = page.getByRole("table", { name: "Suites" });
  await suites.getByRole("link", { name: "Bookshop", exact: true }).click();
  await page.getByRole("combobox", { name: "Environment" }).selectOption("with weaknesses");
  await page.getByRole("button", { name: "Run suite" }).click();
  await page.getByRole("button", { name: "Run again" }).waitFor();
  await page.getByRole("link", { name: "An order of somebody else is not found" }).click();
  await page.getByRole("complementary", { name: /An order of somebody else/ }).waitFor();
}

async function openFinding(page: Page): Promise<void> {
  await openSection(page, "Security", "findings");
  await page.getByRole("link", { name: "Records of others can be read by their id" }).click();
  await page.getByRole("heading", { name: "Proof" }).waitFor();
}

async function openAnswer(page: Page): Promise<void> {
  await openSection(page, "Try", "try");
  await page.getByRole("textbox", { name: "Address" }).fill("/books?pageSize=2");
  await page.getByRole("button", { name: "Send request" }).click();
  await page.getByRole("region", { name: "Answer" }).getByText("200").waitFor();
}

/** The page of the project lists specifications as well, so its address must be left first. */
async function openSection(page: Page, name: string, path: string): Promise<void> {
  await page.getByRole("link", { name, exact: true }).click();
  await page.waitForURL(new RegExp(`/${path}$`));
}
