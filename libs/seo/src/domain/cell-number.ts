/** How a workbook shows a number, as far as it matters here. */
export type NumberForm = 'number' | 'percent' | 'day' | 'instant' | 'time';

/** Formats that a workbook names by number alone: of days, of day and time, of times, and of percents. */
const BUILT_IN: ReadonlyMap<number, NumberForm> = new Map([
  ...[9, 10].map((id) => [id, 'percent'] as const),
  ...[14, 15, 16, 17, 27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 57, 58].map((id) => [id, 'day'] as const),
  ...[22].map((id) => [id, 'instant'] as const),
  ...[18, 19, 20, 21, 32, 33, 34, 35, 45, 46, 47, 55, 56].map((id) => [id, 'time'] as const),
]);

/** The form of a number format, by its number and, if the workbook spells it out, its code such as `yyyy\-mm\-dd`. */
export function parseNumberFormat(id: number, code?: string): NumberForm {
  if (code === undefined) return BUILT_IN.get(id) ?? 'number';
  // The first section is that of positive numbers; what is quoted or escaped is shown as it stands, brackets hold colours.
  const shown = (code.split(';', 1)[0] ?? '')
    .replaceAll(/"[^"]*"|\\.|_.|\*./g, '')
    .replaceAll(/\[(?![hms]+\])[^\]]*\]/gi, '')
    .toLowerCase();
  if (shown.includes('general')) return 'number';
  if (shown.includes('%')) return 'percent';
  const isTime = /[hs]/.test(shown);
  if (/[yd]/.test(shown) || (shown.includes('m') && !isTime)) return isTime ? 'instant' : 'day';
  return isTime ? 'time' : 'number';
}

const DAY_MS = 86_400_000;
/** Day 0 of serial days from 1 March 1900 on; a workbook of the other system counts from 1904. */
const EPOCH_1900 = Date.UTC(1899, 11, 30);
const EPOCH_1904 = Date.UTC(1904, 0, 1);
/** The last day that a workbook knows, 9999-12-31. */
const LAST_SERIAL = 2_958_466;

/**
 * The number of a cell as text that the readers of CSV take: with a point, percents with their sign, days and instants as ISO
 * 8601, times as `H:MM:SS`. A serial day that no calendar has stays a number.
 */
export function formatNumber(value: number, form: NumberForm, from1904 = false): string {
  if (form === 'percent') return `${decimal(Number((value * 100).toPrecision(15)))}%`;
  if (form === 'number' || value < 0 || value >= LAST_SERIAL) return decimal(value);
  const seconds = Math.round(value * 86_400);
  if (form === 'time') {
    const part = (count: number): string => String(count).padStart(2, '0');
    return `${Math.floor(seconds / 3600)}:${part(Math.floor(seconds / 60) % 60)}:${part(seconds % 60)}`;
  }
  const epoch = from1904 ? EPOCH_1904 : EPOCH_1900;
  const instant = new Date(epoch + seconds * 1000).toISOString();
  return form === 'day' || (seconds * 1000) % DAY_MS === 0 ? instant.slice(0, 10) : `${instant.slice(0, 19)}Z`;
}

/** Three decimals would be read as thousands if a column has whole numbers alone: one more decimal marks them as fractions. */
function decimal(value: number): string {
  const plain = String(value);
  const text = plain.includes('e') ? spelledOut(value) : plain;
  return /\.[0-9]{3}$/.test(text) ? `${text}0` : text;
}

function spelledOut(value: number): string {
  if (Math.abs(value) >= 1e21) return BigInt(Math.round(value)).toString();
  const text = value.toFixed(15);
  let end = text.length;
  while (text[end - 1] === '0') end -= 1;
  return text.slice(0, text[end - 1] === '.' ? end - 1 : end);
}
