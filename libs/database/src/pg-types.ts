import { types } from 'pg';

/** Object ids in pg_type; the driver's own list has no arrays. */
const OID = { int8: 20, date: 1082, textArray: 1009, int8Array: 1016, dateArray: 1182 };

/**
 * Sets how the driver reads two types, once per process:
 * `date` stays the text `YYYY-MM-DD` (the default is a local-time Date, which shifts days), and `int8` becomes a number,
 * which is exact because ids and volumes of ours stay below 2^53; a larger one throws rather than rounds.
 */
export function installPgTypeParsers(): void {
  types.setTypeParser(OID.date, (text) => text);
  types.setTypeParser(OID.int8, safeInteger);
  const parseTextArray = types.getTypeParser(OID.textArray) as (text: string) => string[];
  types.setTypeParser(OID.dateArray, parseTextArray);
  types.setTypeParser(OID.int8Array, (text: string) => parseTextArray(text).map(safeInteger));
}

function safeInteger(text: string): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number)) throw new RangeError('an int8 beyond 2^53 came back from the database');
  return number;
}
