import type { CalendarDay } from '#lib/kernel';
import { fillerRows, indexTwinOf } from './filler-rows';
import { codBytes, md1Bytes } from './package-bytes';
import { type PackageRow, TDX_EXCHANGES, type TdxExchange } from './package-row';
import { preparePart, type PreparedPart, zipBytes, type ZipMember } from './zip-bytes';

/** Packages of earlier days have no members of Beijing. */
const BEIJING_FROM = '2022-05-06';

const TWINS = 20;

export interface DayPackageOptions {
  /** Rows that are no A-shares, so that a small market has the counts of a real one. Default true. */
  readonly filler?: boolean;
}

interface Filler {
  readonly rows: number;
  readonly cod: PreparedPart;
  readonly md1: PreparedPart;
}

/** They are the same every day: made, compressed and summed up once. */
const fillers = new Map<TdxExchange, Filler>();

/** A day's package as it is downloaded: a zip of {@link dayMembers}. */
export function dayPackage(day: CalendarDay, rows: readonly PackageRow[], options: DayPackageOptions = {}): Buffer {
  return zipBytes(dayMembers(day, rows, options));
}

/**
 * Members `shYYMMDD.cod`, `shYYMMDD.md1` and so on for sz and, since 2022-05-06, bj.
 *
 * The filler comes first, then an index row of Shanghai for each of some stocks of Shenzhen, with the stock's code, then
 * the rows. The blocks of a member's last two rows are swapped: a row's block is where its seq says.
 */
export function dayMembers(
  day: CalendarDay,
  rows: readonly PackageRow[],
  { filler = true }: DayPackageOptions = {},
): ZipMember[] {
  const yymmdd = day.slice(2).replaceAll('-', '');
  const markets = TDX_EXCHANGES.filter((market) => market !== 'bj' || day >= BEIJING_FROM);
  return markets.flatMap((market) => {
    const own = rows.filter((row) => row.market === market);
    const twins = filler && market === 'sh' ? twinsOf(rows) : [];
    const prepared = filler ? fillerOf(market) : undefined;
    return membersOf(`${market}${yymmdd}`, [...twins, ...own], prepared);
  });
}

function membersOf(name: string, rows: readonly PackageRow[], filler: Filler | undefined): ZipMember[] {
  const before = filler?.rows ?? 0;
  const swapped = (index: number): number => {
    const fromEnd = rows.length - 1 - index;
    if (rows.length < 2 || fromEnd > 1) return index;
    return fromEnd === 0 ? index - 1 : index + 1;
  };
  const cod = codBytes(rows, (index) => before + swapped(index));
  const md1 = md1Bytes(rows, swapped);
  return [
    { name: `${name}.cod`, content: cod, ...(filler === undefined ? {} : { head: filler.cod }) },
    { name: `${name}.md1`, content: md1, ...(filler === undefined ? {} : { head: filler.md1 }) },
  ];
}

/** Only of codes that the filler does not have already. */
function twinsOf(rows: readonly PackageRow[]): PackageRow[] {
  return rows
    .filter(({ market, code }) => market === 'sz' && code.startsWith('00') && code > '000500')
    .slice(0, TWINS)
    .map(({ code }) => indexTwinOf(code));
}

function fillerOf(market: TdxExchange): Filler {
  const known = fillers.get(market);
  if (known !== undefined) return known;
  const rows = fillerRows(market);
  const filler = { rows: rows.length, cod: preparePart(codBytes(rows)), md1: preparePart(md1Bytes(rows)) };
  fillers.set(market, filler);
  return filler;
}
