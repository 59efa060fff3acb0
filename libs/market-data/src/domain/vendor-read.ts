/** Rows that a vendor gave, decoded into the units that the product stores. */
export interface VendorRead<Row> {
  readonly rows: readonly Row[];
  /** Rows that name no A-share, that are no bar, or that repeat one. */
  readonly leftOut: number;
  /** Requests that were made for it, retries and pages included. */
  readonly calls: number;
}
