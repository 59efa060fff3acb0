import { gunzipSync, gzipSync } from 'node:zlib';

/** Rows as an answer waits in the database: a market's day of bars is 150 kB instead of a megabyte. */
export function packRows(rows: readonly object[]): Buffer {
  return gzipSync(JSON.stringify(rows), { level: 1 });
}

/** What {@link packRows} of the same version of the program has packed. */
export function unpackRows<Row extends object>(content: Buffer): Row[] {
  return JSON.parse(gunzipSync(content).toString('utf8')) as Row[];
}
