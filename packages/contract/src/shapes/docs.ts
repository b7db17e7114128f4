import Type, { type Static } from "typebox";
import { visibilities } from "../words/visibilities.ts";
import { Id, Name, nullable, record, RowVersion, Slug, Timestamp } from "./common.ts";

export const versionStatuses = ["draft", "review", "published", "archived"] as const;
export type DocVersionStatus = (typeof versionStatuses)[number];

/** The name that readers see for a version, also in its address: `1.0`, `2026-11`, `next`. */
export const VersionLabel = Type.String({
  minLength: 1,
  maxLength: 40,
  pattern: "^[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?$",
});

/** A title of a page or a folder; one line. */
export const Title = Name;

/** A slug that the caller chooses; letters of any script, marks and digits, joined by single dashes. */
export const GivenSlug = Type.String({
  minLength: 1,
  maxLength: 80,
  description:
    "Part of the address. Default: made from the title. A slug that is taken is refused.",
});

export const Icon = Type.String({ maxLength: 60, pattern: "^[^\\p{Cc}]*$" });

export const maxContentLength = 1_000_000;
export const MarkdownText = Type.String({
  maxLength: maxContentLength,
  pattern: "^[^\\u0000]*$",
  description: "Markdown.",
});

const PictureUrl = nullable(Type.String({ maxLength: 2000, pattern: "^https?://[^\\s]+$" }));

/** Typefaces that the portal serves. */
export const typefaces = ["geist"] as const;

export const Branding = record({
  logoUrl: PictureUrl,
  faviconUrl: Type.Optional({
    ...PictureUrl,
    description:
      "The icon of the browser's tab. Null: the logo, or else the first letter of the name.",
  }),
  typeface: Type.Optional(
    nullable(
      Type.Enum([...typefaces], {
        type: "string",
        description: "Typeface of the portal's text. Null: the fonts of the reader's system.",
      }),
    ),
  ),
  primaryColor: nullable(
    Type.String({ pattern: "^#[0-9a-fA-F]{6}$", description: "As `#1a2b3c`." }),
  ),
});

export const KeptCopies = Type.Integer({
  minimum: 0,
  maximum: 1000,
  description:
    "How many archived copies of a label are kept. Default: 5. When a version replaces the published one, older copies beyond this number are deleted; versions that someone archived are kept.",
});

export const DocVersion = record({
  id: Id,
  versionNumber: Type.Integer({ minimum: 1, description: "A number within the documentation." }),
  label: VersionLabel,
  status: Type.Enum([...versionStatuses]),
  visibility: Type.Enum([...visibilities]),
  readers: Type.String({ description: "Who can read it now, as a sentence." }),
  portalUrl: nullable(
    Type.String({
      description: "Its address in the portal; null while the portal does not show it.",
    }),
  ),
  publishedAt: nullable(Timestamp),
  createdAt: Timestamp,
  rowVersion: RowVersion,
});
export type DocVersion = Static<typeof DocVersion>;

export const Documentation = record({
  id: Id,
  name: Name,
  slug: Slug,
  portalEnabled: Type.Boolean({ description: "Whether the portal shows it." }),
  requireApproval: Type.Boolean({
    description: "A version must be reviewed by someone who may publish before it is published.",
  }),
  allowsExternalImages: Type.Boolean({
    description:
      "Whether pages show images of other sites by https. Those sites receive the IP address of each reader.",
  }),
  branding: Branding,
  keptCopies: KeptCopies,
  versions: Type.Array(DocVersion, { description: "The newest first." }),
  rowVersion: RowVersion,
});
export type Documentation = Static<typeof Documentation>;

export const parentFolder = nullable(
  Type.String({ format: "uuid", description: "Its folder; null: the root." }),
);

export const DocPage = record({
  id: Id,
  title: Title,
  slug: Type.String(),
  content: Type.String({ description: "Markdown, as written." }),
  icon: nullable(Type.String()),
  parentFolderPublicId: parentFolder,
  createdAt: Timestamp,
  modifiedAt: Timestamp,
  rowVersion: RowVersion,
  isLocked: Type.Boolean({ description: "Someone is editing it." }),
  lockedBy: nullable(Type.String({ description: "The name of the editor." })),
});
export type DocPage = Static<typeof DocPage>;

/** What is broken on a page. */
export const PageWarnings = Type.Array(
  record({ code: Type.String(), line: Type.Integer({ minimum: 1 }), message: Type.String() }),
  { description: "Links, images and embeds whose target does not exist." },
);

/** What is broken on a saved page; omitted if nothing is. The page is saved in any case. */
const warnings = Type.Optional(PageWarnings);

export const SavedPage = record({ ...DocPage.properties, warnings });
export type SavedPage = Static<typeof SavedPage>;

export const DocFolder = record({
  id: Id,
  name: Title,
  slug: Type.String(),
  description: nullable(Type.String()),
  icon: nullable(Type.String()),
  parentFolderPublicId: parentFolder,
  isSection: Type.Boolean({
    description: "A section in the portal's header; only for a folder at the root.",
  }),
  createdAt: Timestamp,
  modifiedAt: Timestamp,
  rowVersion: RowVersion,
});
export type DocFolder = Static<typeof DocFolder>;

/** The answer to creating a page or a folder. */
export const MadeNode = record({ id: Id, slug: Type.String() });

export const MadePage = record({ ...MadeNode.properties, warnings });
export type MadePage = Static<typeof MadePage>;

/** The answers of readers to "Was this page helpful?", over all versions. */
export const DocPageFeedback = record({
  path: Type.String({
    description: "The path of the page below the address of the documentation.",
  }),
  helpful: Type.Integer({ minimum: 0, description: "How many readers answered yes." }),
  notHelpful: Type.Integer({ minimum: 0, description: "How many readers answered no." }),
});
export type DocPageFeedback = Static<typeof DocPageFeedback>;

export const assetMediaTypes = [
  "image/png",
  "image/jpeg",
  "image/gif",
  "image/webp",
  "image/avif",
  "image/svg+xml",
  "image/x-icon",
  "application/pdf",
  "video/mp4",
  "video/webm",
] as const;
export type AssetMediaType = (typeof assetMediaTypes)[number];

export const maxAssetBytes = 10 * 1024 * 1024;

/** Identifies a file by its content. */
export const Digest = Type.String({
  pattern: "^[0-9a-f]{64}$",
  description: "SHA-256 of the bytes as uploaded, in hexadecimal.",
});

/** The path of a file in the folder that is pushed: `images/shelf.png`. */
export const AssetPath = Type.String({
  maxLength: 500,
  pattern: "^[^/\\\\\\p{Cc}\\p{Cs}\\uFEFF]+(?:/[^/\\\\\\p{Cc}\\p{Cs}\\uFEFF]+)*$",
  description: "Relative to the folder of the documentation, such as `images/shelf.png`.",
});

const pixels = (what: string) =>
  nullable(Type.Integer({ minimum: 1, description: `${what} in pixels, if the file states it.` }));

export const assetFacts = {
  digest: Digest,
  mediaType: Type.Enum([...assetMediaTypes], {
    description: "The type of the content, regardless of the name.",
  }),
  size: Type.Integer({ minimum: 1, description: "Bytes." }),
  width: pixels("The width"),
  height: pixels("The height"),
};

export const DocAsset = record({ path: AssetPath, ...assetFacts });
export type DocAsset = Static<typeof DocAsset>;

export const DocReference = record({
  id: Id,
  title: Title,
  slug: Type.String(),
  parentFolderPublicId: parentFolder,
  specId: Id,
  specVersionId: Id,
  specName: Type.String(),
  versionNumber: Type.String(),
  endpointCount: Type.Integer({ minimum: 0 }),
  digest: Type.String({ description: "SHA-256 of the document, in hexadecimal." }),
  hasNewerVersion: Type.Boolean({
    description: "The specification has published a version after this one.",
  }),
  createdAt: Timestamp,
  modifiedAt: Timestamp,
});
export type DocReference = Static<typeof DocReference>;

export const DocRedirect = record({
  fromPath: Type.String({ description: "The path below the version's address." }),
  itemPublicId: Id,
  toPath: Type.String({ description: "The present path of that item." }),
});
export type DocRedirect = Static<typeof DocRedirect>;

const docNodeTypes = ["page", "folder", "specSnapshot"] as const;
export type DocNodeType = (typeof docNodeTypes)[number];

export interface DocTreeItem {
  id: string;
  type: DocNodeType;
  position: number;
  page: {
    id: string;
    title: string;
    slug: string;
    icon: string | null;
    modifiedAt: string;
    isEmpty: boolean;
  } | null;
  folder: {
    id: string;
    name: string;
    slug: string;
    icon: string | null;
    isSection: boolean;
    description: string | null;
    children: DocTreeItem[];
    rowVersion: string;
  } | null;
  specSnapshot: {
    id: string;
    specId: string;
    specName: string;
    versionNumber: string;
    endpointCount: number;
    hasNewerVersion: boolean;
  } | null;
}

/** An item in a folder, of the same form as those at the root. */
const NestedItem = Type.Unsafe<DocTreeItem>({ $ref: "#/components/schemas/DocTreeItem" });

export const DocTreeItem = Type.Unsafe<DocTreeItem>(
  record({
    id: Id,
    type: Type.Enum([...docNodeTypes], {
      description: "Which of the three members is set; the others are null.",
    }),
    position: Type.Integer({ minimum: 0 }),
    page: nullable(
      record({
        id: Id,
        title: Type.String(),
        slug: Type.String(),
        icon: nullable(Type.String()),
        modifiedAt: Timestamp,
        isEmpty: Type.Boolean(),
      }),
    ),
    folder: nullable(
      record({
        id: Id,
        name: Type.String(),
        slug: Type.String(),
        icon: nullable(Type.String()),
        isSection: Type.Boolean(),
        description: nullable(Type.String()),
        children: Type.Array(NestedItem),
        rowVersion: RowVersion,
      }),
    ),
    specSnapshot: nullable(
      record({
        id: Id,
        specId: Id,
        specName: Type.String(),
        versionNumber: Type.String(),
        endpointCount: Type.Integer({ minimum: 0 }),
        hasNewerVersion: Type.Boolean({
          description: "The specification has published a version after this one.",
        }),
      }),
    ),
  }),
);
