import type { ReviewDecision } from "@lintel/contract/words/design";
import type { At, Stamped } from "../../platform/database/column.types.ts";

interface OfComparison {
  organizationId: string;
  versionId: string;
  baselineVersionId: string;
}

export interface ReviewCommentRow extends OfComparison, Stamped {
  id: string;
  /** The id of the person, or the name of another caller. */
  author: string;
  changeKey: string | null;
  text: string;
  isResolved: boolean;
}

export interface ReviewDecisionRow extends OfComparison {
  reviewer: string;
  decision: ReviewDecision;
  decidedAt: At;
}

declare module "../../platform/database/tables.ts" {
  interface Tables {
    reviewComment: ReviewCommentRow;
    reviewDecision: ReviewDecisionRow;
  }
}
