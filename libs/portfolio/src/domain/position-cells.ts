import { type CalendarDay, parseCalendarDay } from '#lib/kernel';

/** Bounds that the table checks too. */
export const LARGEST_QUANTITY = 1e12;
export const LARGEST_COST = 1e8;

/** A value read from a cell, or what is wrong with it. */
export type CellReading<T> = { readonly value: T } | { readonly problem: string };

const PLAIN_NUMBER = /^[+-]?[0-9]{1,15}(?:\.[0-9]{0,12})?$/;
const GROUPED_NUMBER = /^[+-]?[0-9]{1,3}(?:,[0-9]{3}){1,4}(?:\.[0-9]{0,12})?$/;
const DASHES = /^-{1,3}$/;

/**
 * A cell's text as it was meant: `="600519"` and `'600519` are how exports keep a spreadsheet from reading text as a number;
 * full-width characters are folded. Nothing in a cell is ever computed.
 */
export function readText(cell: string): string {
  const folded = cell.normalize('NFKC').trim();
  const formula = /^=\s*"([^"]*)"$/.exec(folded)?.[1];
  return (formula ?? folded.replace(/^'/, '')).trim();
}

/** A stock code of 6 digits. */
export function readCode(cell: string): CellReading<string> {
  const text = readText(cell);
  if (text.length === 6 && /^[0-9]{6}$/.test(text)) return { value: text };
  const hint = /^[0-9]{1,5}$/.test(text) ? ' (a spreadsheet may have dropped leading zeros)' : '';
  return { problem: `code must be 6 digits without a market suffix${hint}; ${said(cell)}` };
}

/** Shares held. @param takesSold 0 is read too, as that of a stock that was sold. */
export function readQuantity(cell: string, takesSold = false): CellReading<number> {
  const quantity = parseNumber(readText(cell));
  if (quantity === undefined) return { problem: `quantity must be a number; ${said(cell)}` };
  const sold = quantity === 0;
  if ((sold ? takesSold : quantity > 0) && quantity <= LARGEST_QUANTITY) return { value: sold ? 0 : quantity };
  return {
    problem: `quantity must be ${takesSold ? 'at least' : 'above'} 0 and at most ${LARGEST_QUANTITY}; ${said(cell)}`,
  };
}

/** Average cost a share; an empty cell or dashes: none. */
export function readCost(cell: string): CellReading<number | null> {
  const text = readText(cell);
  if (text === '' || DASHES.test(text)) return { value: null };
  const cost = parseNumber(text);
  if (cost === undefined) return { problem: `avg_cost must be a number; ${said(cell)}` };
  if (cost > -LARGEST_COST && cost <= LARGEST_COST) return { value: cost };
  return { problem: `avg_cost must be within ${LARGEST_COST}; ${said(cell)}` };
}

/** A day as `2024-01-31`, `2024/1/31` or `20240131`, at most `latest`; an empty cell or dashes: none. */
export function readDay(cell: string, latest: CalendarDay): CellReading<CalendarDay | null> {
  const text = readText(cell);
  if (text === '' || DASHES.test(text)) return { value: null };
  const [, year, month, day] =
    /^([0-9]{4})([0-9]{2})([0-9]{2})$/.exec(text) ?? /^([0-9]{4})[-/]([0-9]{1,2})[-/]([0-9]{1,2})$/.exec(text) ?? [];
  const found = parseCalendarDay(`${year ?? ''}-${month?.padStart(2, '0') ?? ''}-${day?.padStart(2, '0') ?? ''}`);
  if (found === undefined) return { problem: `opened_at must be a calendar day YYYY-MM-DD; ${said(cell)}` };
  const problem = findOpeningProblem(found, latest);
  return problem === undefined ? { value: found } : { problem: `${problem}; ${said(cell)}` };
}

/** What is wrong with a day of purchase: nothing was bought after today. */
export function findOpeningProblem(day: CalendarDay, today: CalendarDay): string | undefined {
  return day > today ? `opened_at must not be later than today, ${today}` : undefined;
}

/** Commas count as thousands separators only where they stand at thousands, so that `1,5` is never read as 15. */
function parseNumber(text: string): number | undefined {
  if (PLAIN_NUMBER.test(text)) return Number(text);
  return GROUPED_NUMBER.test(text) ? Number(text.replaceAll(',', '')) : undefined;
}

function said(cell: string): string {
  const characters = [...cell];
  const shown = characters.length <= 80 ? cell : `${characters.slice(0, 80).join('')}…`;
  return `the cell says ${JSON.stringify(shown)}`;
}
