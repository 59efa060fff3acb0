import { types } from 'pg';

const INT8 = 20;
const DATE = 1082;
const INT8_ARRAY = 1016;
const DATE_ARRAY = 1182;

/**
 * Sets how the driver reads two types, once per process:
 * `date` stays the text `YYYY-MM-DD` (the default is a local-time Date, which shifts days), and `int8` becomes a number,
 * which is exact because ids and volumes of ours stay below 2^53; a larger one throws rather than rounds.
 */
export function installPgTypeParsers(): void {
  types.setTypeParser(DATE, (text) => text);
  types.setTypeParser(INT8, safeInteger);
  const parseTextArray = types.getTypeParser(1009) as (text: string) => string[];
  types.setTypeParser(DATE_ARRAY, parseTextArray);
  types.setTypeParser(INT8_ARRAY, (text: string) => parseTextArray(text).map(safeInteger));
}

function safeInteger(text: string): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number)) throw new RangeError('an int8 beyond 2^53 came back from the database');
  return number;
}
