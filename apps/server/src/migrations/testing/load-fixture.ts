import type { MigrationFixture } from "./fixture.types.ts";

/** The fixture of a migration, from the file of its name. */
export async function loadFixture(name: string): Promise<MigrationFixture> {
  const file = `./${name}.fixture.ts`;
  const module = (await import(file).catch((error: unknown) => {
    throw new Error(
      `${name} has no usable ${file.slice(2)} in migrations/testing; see CONTRIBUTING.md.`,
      { cause: error },
    );
  })) as { fixture: MigrationFixture };
  return module.fixture;
}
