// Whole documents that are not saved yet. They are too long for the storage of `draft-store.ts`, and live as long as
// what is in there: until they are saved, discarded, or the person signs out.

const databaseName = "lintel-texts";
const storeName = "texts";

/** An edited document, and the text that it was before. */
export interface TextDraft {
  readonly base: string;
  readonly mine: string;
}

let opening: Promise<IDBDatabase> | null = null;

function open(): Promise<IDBDatabase> {
  opening ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(databaseName, 1);
    request.addEventListener("upgradeneeded", () => {
      request.result.createObjectStore(storeName);
    });
    request.addEventListener("success", () => resolve(request.result));
    request.addEventListener("error", () => reject(request.error ?? new Error("No storage.")));
  });
  return opening;
}

async function run<Result>(
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result | null> {
  try {
    const database = await open();
    return await new Promise((resolve, reject) => {
      const request = work(database.transaction(storeName, mode).objectStore(storeName));
      request.addEventListener("success", () => resolve(request.result));
      request.addEventListener("error", () => reject(request.error ?? new Error("No storage.")));
    });
  } catch {
    // Storage is full or not allowed: the text lasts as long as the page.
    return null;
  }
}

export async function readText(key: string): Promise<TextDraft | null> {
  return ((await run("readonly", (store) => store.get(key))) as TextDraft | undefined) ?? null;
}

/** null removes it. */
export async function keepText(key: string, draft: TextDraft | null): Promise<void> {
  if (draft === null) await run("readwrite", (store) => store.delete(key));
  else await run("readwrite", (store) => store.put(draft, key));
}

/** Removes all texts of the person who signs out. */
export async function dropTexts(): Promise<void> {
  await run("readwrite", (store) => store.clear());
}
