import type { Token } from "markdown-it";
import { limits } from "../values/limits.ts";
import type { PageState } from "../state/page-env.ts";
import type { PageEmbed, PageResolvers } from "../values/page.types.ts";
import { allowEmbed } from "../safety/allowed-html.ts";
import { nameReference } from "../values/name-reference.ts";
import type { EmbedModel } from "../values/embed.types.ts";
import { writeEmbed, writeMissingEmbed } from "../embeds/write-embed.ts";

async function resolveAll(
  page: PageState,
  resolveEmbed: PageResolvers["resolveEmbed"],
): Promise<Map<string, EmbedModel | null>> {
  const models = new Map<string, EmbedModel | null>();
  if (resolveEmbed === undefined) return models;
  const references = new Map(
    page.embeds
      .slice(0, limits.embeds)
      .map(({ reference }) => [JSON.stringify(reference), reference]),
  );
  await Promise.all(
    [...references].map(async ([key, reference]) => {
      models.set(key, await resolveEmbed(reference));
    }),
  );
  return models;
}

/** Resolves the embeds of a page, once for each reference, and writes their cards for the slots of their tokens. */
export async function resolveEmbeds(
  tokens: readonly Token[],
  page: PageState,
  { resolveEmbed }: PageResolvers,
): Promise<PageEmbed[]> {
  if (page.embeds.length === 0) return [];
  const models = await resolveAll(page, resolveEmbed);
  for (const token of tokens) {
    const embed = token.type === "embed" ? page.embeds[Number(token.meta?.["embed"])] : undefined;
    if (embed === undefined) continue;
    const { reference, line } = embed;
    const model = models.get(JSON.stringify(reference)) ?? null;
    const html = model === null ? writeMissingEmbed(reference) : writeEmbed(model);
    token.meta = { ...token.meta, html: allowEmbed(html) };
    if (model === null) {
      const message = `There is no ${reference.kind === "endpoint" ? "operation" : "schema"} \`${nameReference(reference)}\``;
      page.warn("EMBED_UNRESOLVED", message, line);
    }
  }
  return page.embeds.map(({ reference, line }) => ({
    reference,
    line: line + 1 + page.linesBefore,
    resolves: (models.get(JSON.stringify(reference)) ?? null) !== null,
  }));
}
