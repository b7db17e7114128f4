/** A query and what it selects; the field names are those of the JSONPath compliance suite. */
export interface JsonPathCase {
  readonly selector: string;
  readonly document?: unknown;
  readonly result?: unknown;
  /** If the order of members is undefined: every valid list. */
  readonly results?: readonly unknown[];
  readonly invalid_selector?: boolean;
}

interface SectionCase extends JsonPathCase {
  /** The section of RFC 9535 that defines the result. */
  readonly section: string;
}

const fleet = {
  ships: [
    { name: "Ada", tons: 10, crew: ["Kim", "Lee"], flag: "no" },
    { name: "Bea", tons: 25, crew: [], flag: null },
    { name: "Cai", tons: 25.5 },
  ],
  "home port": { "dock's": 7, 'a"b': 8, é: 9, "": 10 },
};

const selects = (
  section: string,
  selector: string,
  result: readonly unknown[],
  document: unknown = fleet,
): SectionCase => ({ section, selector, document, result });

const refuses = (section: string, selector: string): SectionCase => ({
  section,
  selector,
  invalid_selector: true,
});

const [ada, bea, cai] = fleet.ships;
const digits = [0, 1, 2, 3, 4, 5, 6];

/** Cases for every kind of selector, comparison and function of RFC 9535. */
export const jsonPathCases: readonly SectionCase[] = [
  selects("2.2", "$", [fleet]),
  refuses("2.2", ""),
  refuses("2.2", "ships"),
  refuses("2.2", " $"),
  refuses("2.2", "$ "),

  selects("2.3.1", "$['home port']['dock\\'s']", [7]),
  selects("2.3.1", '$["home port"]["a\\"b"]', [8]),
  selects("2.3.1", "$['home port']['\\u00e9']", [9]),
  selects("2.3.1", "$['home port']['']", [10]),
  selects("2.3.1", "$['\\uD83D\\uDE00']", [1], { "😀": 1 }),
  selects("2.3.1", "$.none", []),
  selects("2.3.1", "$.ships.name", []),
  refuses("2.3.1", "$['a"),
  refuses("2.3.1", "$['\\x']"),
  refuses("2.3.1", "$['\\uD83D']"),
  refuses("2.3.1", '$["\\\'"]'),

  selects("2.3.2", "$.ships[0].*", ["Ada", 10, ada?.crew, "no"]),
  selects("2.3.2", "$.ships[*].name", ["Ada", "Bea", "Cai"]),
  selects("2.3.2", "$.ships[0].name.*", []),

  selects("2.3.3", "$.ships[1].name", ["Bea"]),
  selects("2.3.3", "$.ships[-1].name", ["Cai"]),
  selects("2.3.3", "$.ships[3]", []),
  selects("2.3.3", "$.ships[-4]", []),
  selects("2.3.3", "$['home port'][0]", []),
  refuses("2.3.3", "$[01]"),
  refuses("2.3.3", "$[-0]"),
  refuses("2.3.3", "$[1.0]"),
  refuses("2.3.3", "$[9007199254740992]"),

  selects("2.3.4", "$[1:3]", [1, 2], digits),
  selects("2.3.4", "$[5:]", [5, 6], digits),
  selects("2.3.4", "$[:2]", [0, 1], digits),
  selects("2.3.4", "$[-2:]", [5, 6], digits),
  selects("2.3.4", "$[1:6:2]", [1, 3, 5], digits),
  selects("2.3.4", "$[::-1]", digits.toReversed(), digits),
  selects("2.3.4", "$[5:1:-2]", [5, 3], digits),
  selects("2.3.4", "$[::0]", [], digits),
  selects("2.3.4", "$[3:1]", [], digits),
  selects("2.3.4", "$[-100:100]", digits, digits),
  selects("2.3.4", "$[:]", [], { a: 1 }),
  refuses("2.3.4", "$[1:2:3:4]"),

  selects("2.3.5", "$.ships[?@.crew].name", ["Ada", "Bea"]),
  selects("2.3.5", "$.ships[?!@.crew].name", ["Cai"]),
  selects("2.3.5", "$.ships[?@.flag].name", ["Ada", "Bea"]),
  selects("2.3.5", "$.ships[?@.flag == null].name", ["Bea"]),
  selects("2.3.5", "$.ships[?@.tons > 10 && @.tons < 25.1].name", ["Bea"]),
  selects("2.3.5", "$.ships[?@.tons == 10 || @.name == 'Cai'].name", ["Ada", "Cai"]),
  selects("2.3.5", "$.ships[?!(@.tons == 10 || @.name == 'Cai')].name", ["Bea"]),
  selects("2.3.5", "$.ships[?@.tons == 1e1].name", ["Ada"]),
  selects("2.3.5", "$.ships[?@.tons == $.ships[1].tons].name", ["Bea"]),
  selects("2.3.5", "$.ships[?@.name >= 'Bea'].name", ["Bea", "Cai"]),
  selects("2.3.5", "$.ships[?@.name < 5]", []),
  selects("2.3.5", "$.ships[?@.none == @.neither].name", ["Ada", "Bea", "Cai"]),
  selects("2.3.5", "$.ships[?@.none != 1].name", ["Ada", "Bea", "Cai"]),
  selects("2.3.5", "$.ships[?@.crew == $.ships[1].crew].name", ["Bea"]),
  selects("2.3.5", "$[?@ == true]", [true], [true, "true", 1]),
  selects(
    "2.3.5",
    "$[?@.a == $[0].a]",
    [{ a: { b: [1] } }],
    [{ a: { b: [1] } }, { a: { b: [2] } }],
  ),
  selects("2.3.5", "$.ships[?@.crew[?@ == 'Lee']].name", ["Ada"]),
  selects("2.3.5", "$[?@ > 3]", [4, 5], { a: 4, b: 2, c: 5 }),
  refuses("2.3.5", "$[?@.a == $.*]"),
  refuses("2.3.5", "$[?@.a = 1]"),
  refuses("2.3.5", "$[?1]"),
  refuses("2.3.5", "$[?@.a == 01]"),
  refuses("2.3.5", "$[?(@.a == 1]"),

  selects("2.4.4", "$.ships[?length(@.crew) == 2].name", ["Ada"]),
  selects("2.4.4", "$[?length(@) == 1]", ["😀", [0], { a: 1 }], ["😀", [0], { a: 1 }, 1, null]),
  selects("2.4.5", "$.ships[?count(@.*) == 2].name", ["Cai"]),
  selects("2.4.6", "$.ships[?match(@.name, 'A.a')].name", ["Ada"]),
  selects("2.4.6", "$.ships[?match(@.name, 'A')].name", []),
  selects("2.4.6", "$[?match(@, 'a.b')]", ["axb"], ["axb", "a\nb"]),
  selects("2.4.7", "$.ships[?search(@.name, '[ei]')].name", ["Bea", "Cai"]),
  selects("2.4.7", "$.ships[?search(@.tons, '1')].name", []),
  selects("2.4.8", "$.ships[?value(@..flag) == 'no'].name", ["Ada"]),
  refuses("2.4", "$[?length(@)]"),
  refuses("2.4", "$[?length(@.*) == 1]"),
  refuses("2.4", "$[?count(1) == 1]"),
  refuses("2.4", "$[?match(@.a)]"),
  refuses("2.4", "$[?match(@.a, 'x') == true]"),
  refuses("2.4", "$[?unknown(@)]"),

  selects("2.5.1", "$.ships[0,2].name", ["Ada", "Cai"]),
  selects("2.5.1", "$.ships[2,0,0].name", ["Cai", "Ada", "Ada"]),
  selects("2.5.1", "$.ships[0]['name','tons']", ["Ada", 10]),
  selects("2.5.1", "$.ships[?@.tons == 10, 1:].name", ["Ada", "Bea", "Cai"]),
  selects("2.5.1", "$ .ships [ 0 ] . name".replace(". name", ".name"), ["Ada"]),
  selects("2.5.1", "$.é", [1], { é: 1 }),
  selects("2.5.1", "$._1", [1], { _1: 1 }),
  refuses("2.5.1", "$.1a"),
  refuses("2.5.1", "$. ships"),
  refuses("2.5.1", "$.home port"),
  refuses("2.5.1", "$[]"),
  refuses("2.5.1", "$[0,]"),

  selects("2.5.2", "$..name", ["Ada", "Bea", "Cai"]),
  selects("2.5.2", "$..crew[0]", ["Kim"]),
  selects("2.5.2", "$..[1]", [bea, "Lee"]),
  selects("2.5.2", "$..*", [[[1]], [1], 1], [[[1]]]),
  selects("2.5.2", "$..['name','tons']", ["Ada", 10, "Bea", 25, "Cai", 25.5]),
  refuses("2.5.2", "$.."),
  refuses("2.5.2", "$..."),

  selects("2.6", "$.a", [null], { a: null }),
  selects("2.6", "$.a.b", [], { a: null }),
  selects("2.6", "$[?@.a == null]", [{ a: null }], [{ a: null }, {}]),
  selects("2.6", "$.ships[2]", [cai]),
];
