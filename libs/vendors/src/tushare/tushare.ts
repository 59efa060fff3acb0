/** One row as Tushare sends it, by column name, in the vendor's own units. */
export type TushareRow = Readonly<Record<string, string | number | null>>;

export interface TushareResponse {
  /** All pages together, in the order in which the vendor sent them. */
  readonly rows: readonly TushareRow[];
  /** HTTP calls that were made for it, retries and pages included. */
  readonly calls: number;
}

/** The vendor's door: Tushare Pro over HTTP. Tests put a fake behind it, or the fake server under its base URL. */
export abstract class Tushare {
  /**
   * Asks one API for all rows that match, page by page while a page comes full.
   * @param params The vendor's own parameters (`{ trade_date: '20240102' }`), paging excluded.
   * @param columns The columns to ask for; each row has them all, null where the vendor sent none.
   * @throws VendorError when the vendor refuses or can't be reached within the retries.
   */
  abstract query(
    api: string,
    params: Readonly<Record<string, string>>,
    columns: readonly string[],
    signal?: AbortSignal,
  ): Promise<TushareResponse>;
}
