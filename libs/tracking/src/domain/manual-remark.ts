/** A person's note as it was written. */
export interface ManualRemark {
  /** ISO 8601 UTC, of the business clock. */
  at: string;
  userId: number;
  note: string | null;
}
