// Pages as a documentation of an API has them: headings, paragraphs with links and emphasis, lists,
// a table and code in five languages. No two pages share a block of code, but half of the lines of
// code appear elsewhere as well, as braces, headers and imports do.

const nouns = ["book", "order", "author", "review", "shelf", "loan", "member", "invoice"];

const pick = (list: readonly string[], at: number): string => list.at(at % list.length) ?? "";

const prose = (noun: string, at: number) =>
  `A **${noun}** is what the [catalogue](./catalogue-${at}.md) is made of. It has a *number*, which is given when it is ` +
  `made, and never changes; see <https://example.com/${noun}s/${at}> for what it means. Callers send \`${noun}Id\` ` +
  `with every request, and get back what they sent, with the time it was written.`;

function makeCode(noun: string, at: number): readonly string[] {
  const name = `${noun}${at}`;
  return [
    `\`\`\`bash\ncurl -sS -X POST "https://api.example.com/v1/${noun}s" \\\n  -H "authorization: Bearer $TOKEN" \\\n  -H "content-type: application/json" \\\n  -d '{"name": "${name}", "pages": ${at + 100}}'\n\`\`\``,
    `\`\`\`json\n{\n  "id": "${name}",\n  "name": "The ${noun} of ${at}",\n  "pages": ${at + 100},\n  "tags": ["new-${at}", "${noun}", null, true],\n  "author": { "id": ${at * 7}, "name": "A. Writer of ${noun}s" },\n  "links": [\n    { "rel": "self", "href": "/v1/${noun}s/${name}" },\n    { "rel": "shelf", "href": "/v1/shelves/${at}" }\n  ]\n}\n\`\`\``,
    `\`\`\`ts title="${name}.ts"\nimport { createClient } from "@example/client";\n\n/** Reads ${noun} ${at}, or null where there is none. */\nexport async function read${at}(id: string): Promise<${noun} | null> {\n  const client = createClient({ key: process.env.KEY_${at} ?? "" });\n  const answer = await client.get(\`/v1/${noun}s/\${id}\`);\n  if (answer.status === ${400 + (at % 60)}) return null;\n  const { ${noun}${at % 31}, ...rest } = await answer.json();\n  return { ...${noun}${at % 31}, at: new Date(), rest: rest as unknown };\n}\n\`\`\``,
    `\`\`\`python\nimport requests\n\n\ndef read_${name}(number: int = ${at}) -> dict:\n    """Reads one ${noun}."""\n    answer = requests.get(f"https://api.example.com/v1/${noun}s/{number}", timeout=${at + 1})\n    answer.raise_for_status()\n    return {key: value for key, value in answer.json().items() if key != "${name}"}\n\`\`\``,
    `\`\`\`yaml\npaths:\n  /v1/${noun}s/{id}:\n    get:\n      operationId: read${name}\n      parameters:\n        - { name: id, in: path, required: true, schema: { type: string, maxLength: ${at + 8} } }\n      responses:\n        "200":\n          description: The ${noun} of ${at}\n          content:\n            application/json:\n              schema: { $ref: "#/components/schemas/${name}" }\n\`\`\``,
  ];
}

function makePage(at: number): string {
  const noun = pick(nouns, at);
  const code = makeCode(noun, at);
  const sections = code.map(
    (block, section) =>
      `## ${section + 1}. How a ${noun} is used\n\n${prose(noun, at + section)}\n\n- first, *name* the ${noun}\n- then send it\n  - with its number\n  - and a [link](#s${section})\n- [ ] check what comes back\n\n${block}\n\n${prose(noun, at * 3 + section)}`,
  );
  const rows = ["id", "name", "pages", "tags", "author"].map(
    (field, row) =>
      `| \`${field}\` | ${pick(["string", "integer", "array"], row)} | The ${field} of the ${noun} |`,
  );
  const table = `| Field | Type | Meaning |\n|:--|:-:|--:|\n${rows.join("\n")}`;
  return `# The ${noun} ${at}\n\n${prose(noun, at)}\n\n> A quote about the ${noun}.\n\n${sections.join("\n\n")}\n\n## Fields\n\n${table}\n\nThe end[^1].\n\n[^1]: Of ${noun} ${at}.\n`;
}

export const makePages = (count: number): string[] =>
  Array.from({ length: count }, (_, at) => makePage(at));
