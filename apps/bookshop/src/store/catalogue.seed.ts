import type { Author, Book, BookFormat, Category } from "./records.ts";

type Work = readonly [title: string, publishedYear: number, category: string];
type AuthorRow = readonly [name: string, country: string, bornYear: number, diedYear: number];

/** Twenty authors with three works each: more books than fit on the largest page. */
const library: readonly (readonly [AuthorRow, readonly Work[]])[] = [
  [
    ["Jane Austen", "GB", 1775, 1817],
    [
      ["Pride and Prejudice", 1813, "novels"],
      ["Emma", 1815, "novels"],
      ["Persuasion", 1817, "novels"],
    ],
  ],
  [
    ["Mary Shelley", "GB", 1797, 1851],
    [
      ["Frankenstein", 1818, "gothic"],
      ["The Last Man", 1826, "science-fiction"],
      ["Valperga", 1823, "history"],
    ],
  ],
  [
    ["Charles Dickens", "GB", 1812, 1870],
    [
      ["Bleak House", 1853, "novels"],
      ["Great Expectations", 1861, "novels"],
      ["A Tale of Two Cities", 1859, "history"],
    ],
  ],
  [
    ["Jules Verne", "FR", 1828, 1905],
    [
      ["Around the World in Eighty Days", 1872, "adventure"],
      ["Twenty Thousand Leagues under the Sea", 1870, "science-fiction"],
      ["Journey to the Centre of the Earth", 1864, "science-fiction"],
    ],
  ],
  [
    ["H. G. Wells", "GB", 1866, 1946],
    [
      ["The Time Machine", 1895, "science-fiction"],
      ["The War of the Worlds", 1898, "science-fiction"],
      ["The Invisible Man", 1897, "science-fiction"],
    ],
  ],
  [
    ["Leo Tolstoy", "RU", 1828, 1910],
    [
      ["War and Peace", 1869, "history"],
      ["Anna Karenina", 1878, "novels"],
      ["Resurrection", 1899, "novels"],
    ],
  ],
  [
    ["Fyodor Dostoevsky", "RU", 1821, 1881],
    [
      ["Crime and Punishment", 1866, "novels"],
      ["The Idiot", 1869, "novels"],
      ["Demons", 1872, "novels"],
    ],
  ],
  [
    ["Emily Dickinson", "US", 1830, 1886],
    [
      ["Poems", 1890, "poetry"],
      ["Poems: Second Series", 1891, "poetry"],
      ["Poems: Third Series", 1896, "poetry"],
    ],
  ],
  [
    ["Edgar Allan Poe", "US", 1809, 1849],
    [
      ["Tales of the Grotesque and Arabesque", 1840, "gothic"],
      ["The Narrative of Arthur Gordon Pym", 1838, "adventure"],
      ["The Raven and Other Poems", 1845, "poetry"],
    ],
  ],
  [
    ["Mark Twain", "US", 1835, 1910],
    [
      ["Adventures of Huckleberry Finn", 1884, "adventure"],
      ["The Adventures of Tom Sawyer", 1876, "adventure"],
      ["Life on the Mississippi", 1883, "essays"],
    ],
  ],
  [
    ["Herman Melville", "US", 1819, 1891],
    [
      ["Moby-Dick", 1851, "adventure"],
      ["Typee", 1846, "adventure"],
      ["The Piazza Tales", 1856, "novels"],
    ],
  ],
  [
    ["Charlotte Brontë", "GB", 1816, 1855],
    [
      ["Jane Eyre", 1847, "gothic"],
      ["Shirley", 1849, "novels"],
      ["Villette", 1853, "novels"],
    ],
  ],
  [
    ["George Eliot", "GB", 1819, 1880],
    [
      ["Middlemarch", 1871, "novels"],
      ["Silas Marner", 1861, "novels"],
      ["The Mill on the Floss", 1860, "novels"],
    ],
  ],
  [
    ["Oscar Wilde", "IE", 1854, 1900],
    [
      ["The Picture of Dorian Gray", 1890, "gothic"],
      ["A House of Pomegranates", 1891, "novels"],
      ["De Profundis", 1905, "essays"],
    ],
  ],
  [
    ["Arthur Conan Doyle", "GB", 1859, 1930],
    [
      ["A Study in Scarlet", 1887, "mystery"],
      ["The Sign of the Four", 1890, "mystery"],
      ["The Hound of the Baskervilles", 1902, "mystery"],
    ],
  ],
  [
    ["Wilkie Collins", "GB", 1824, 1889],
    [
      ["The Moonstone", 1868, "mystery"],
      ["The Woman in White", 1860, "mystery"],
      ["Armadale", 1866, "mystery"],
    ],
  ],
  [
    ["Bram Stoker", "IE", 1847, 1912],
    [
      ["Dracula", 1897, "gothic"],
      ["The Jewel of Seven Stars", 1903, "gothic"],
      ["The Lair of the White Worm", 1911, "gothic"],
    ],
  ],
  [
    ["Walt Whitman", "US", 1819, 1892],
    [
      ["Leaves of Grass", 1855, "poetry"],
      ["Drum-Taps", 1865, "poetry"],
      ["Specimen Days", 1882, "essays"],
    ],
  ],
  [
    ["Henry David Thoreau", "US", 1817, 1862],
    [
      ["Walden", 1854, "essays"],
      ["A Week on the Concord and Merrimack Rivers", 1849, "essays"],
      ["The Maine Woods", 1864, "essays"],
    ],
  ],
  [
    ["Victor Hugo", "FR", 1802, 1885],
    [
      ["Les Misérables", 1862, "history"],
      ["Notre-Dame de Paris", 1831, "history"],
      ["Toilers of the Sea", 1866, "adventure"],
    ],
  ],
];

const unlistedWorks: readonly Work[] = [
  ["Sanditon, Completed (under embargo)", 2026, "novels"],
  ["Letters from the Vault (under embargo)", 2026, "history"],
];

const formats: readonly BookFormat[] = ["paperback", "hardcover", "ebook", "audiobook"];
const seededAt = "2026-01-05T08:00:00.000Z";

export function seedCategories(): Category[] {
  return [
    { slug: "adventure", name: "Adventure" },
    { slug: "essays", name: "Essays" },
    { slug: "gothic", name: "Gothic" },
    { slug: "history", name: "History" },
    { slug: "mystery", name: "Mystery" },
    { slug: "novels", name: "Novels" },
    { slug: "poetry", name: "Poetry" },
    { slug: "science-fiction", name: "Science fiction" },
  ];
}

export function seedAuthors(): Author[] {
  return library.map(([[name, country, bornYear, diedYear]], index) => ({
    id: index + 1,
    name,
    country,
    bornYear,
    diedYear,
  }));
}

export function seedBooks(): Book[] {
  const listed = library.flatMap(([, works], index) =>
    works.map((work) => ({ work, authorId: index + 1, isListed: true })),
  );
  const unlisted = unlistedWorks.map((work) => ({ work, authorId: 1, isListed: false }));
  return [...listed, ...unlisted].map(({ work, authorId, isListed }, index) =>
    createSeedBook(index + 1, work, authorId, isListed),
  );
}

/**
 * Prices, copies and formats are derived from the id, so that they differ but are the same at every
 * start.
 */
function createSeedBook(id: number, work: Work, authorId: number, isListed: boolean): Book {
  const [title, publishedYear, category] = work;
  return {
    id,
    title,
    authorId,
    categories: [category],
    format: formats[id % formats.length] ?? "paperback",
    priceCents: 690 + ((id * 137) % 1800),
    publishedYear,
    isbn: createIsbn(id),
    stock: id % 10 === 0 ? 0 : 3 + ((id * 7) % 25),
    description: null,
    isListed,
    version: 1,
    createdAt: seededAt,
    modifiedAt: seededAt,
  };
}

/** An ISBN-13 with its check digit (ISO 2108) under an unassigned registrant. */
function createIsbn(id: number): string {
  const digits = `978000${String(id).padStart(6, "0")}`;
  const sum = digits
    .split("")
    .reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 3), 0);
  return digits + String((10 - (sum % 10)) % 10);
}
