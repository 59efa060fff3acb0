import { VENDOR_APIS } from './vendor-apis';

/** A row by column name, in the vendor's units. */
export type VendorRow = Readonly<Record<string, string | number | null>>;
export type VendorParams = Readonly<Record<string, string>>;

/** What the fake serves. */
export interface FakeTushareMarket {
  /** All rows that match, paging left out, newest first as the vendor sends them. */
  rows(api: string, params: VendorParams): readonly VendorRow[];
}

/** A market of given rows by API. Rows are served in the given order. */
export function marketOfRows(tables: Readonly<Record<string, readonly VendorRow[]>>): FakeTushareMarket {
  return { rows: (api, params) => matchingRows(api, tables[api] ?? [], params) };
}

/** The rows that the parameters ask for: a list of codes, a span of the API's own date, else equal columns. */
export function matchingRows(api: string, rows: readonly VendorRow[], params: VendorParams): VendorRow[] {
  const dates = VENDOR_APIS[api]?.dates;
  const conditions = Object.entries(params)
    .filter(([, value]) => value !== '')
    .map(([param, value]): ((row: VendorRow) => boolean) => {
      if (param === 'ts_code') {
        const codes = new Set(value.split(','));
        return (row) => codes.has(String(row['ts_code']));
      }
      if (dates !== undefined && param === 'start_date') return (row) => String(row[dates]) >= value;
      if (dates !== undefined && param === 'end_date') return (row) => String(row[dates]) <= value;
      const column = param === 'period' ? 'end_date' : param;
      return (row) => !(column in row) || String(row[column]) === value;
    });
  return rows.filter((row) => conditions.every((holds) => holds(row)));
}
