import type { CalendarDay } from '#lib/kernel';
import { PackageError } from './package-error';
import { TDX_MARKETS, type TdxMarket } from './market-file';

/** Beijing's files exist from this day on. */
const BEIJING_BEGINS = '2022-05-06';

/** Names of the members that a day's package must have, by market. */
export type MemberNames = ReadonlyMap<TdxMarket, { readonly codes: string; readonly prices: string }>;

/**
 * Finds the members of a day among the names of an archive: `shYYMMDD.cod` and `.md1`, in any folder, which may be written
 * with backslashes, in any case. Other members are ignored.
 * @throws PackageError `day` if the members are another day's, `members` if one is missing.
 */
export function findMembers(day: CalendarDay, names: readonly string[]): MemberNames {
  const stamp = day.slice(2).replaceAll('-', '');
  const found = new Map<string, string>();
  const otherDays = new Set<string>();
  for (const name of names) {
    const match = /^(sh|sz|bj)([0-9]{6})\.(cod|md1)$/.exec(name.toLowerCase().split(/[/\\]/).at(-1) ?? '');
    if (match === null) continue;
    const [, market = '', date = '', kind = ''] = match;
    if (date === stamp) found.set(`${market}.${kind}`, name);
    else otherDays.add(toDay(date));
  }
  if (found.size === 0 && otherDays.size > 0) {
    throw new PackageError('day', `members of ${day}`, `members of ${[...otherDays].sort().join(', ')}`);
  }
  const markets = TDX_MARKETS.filter((market) => market !== 'bj' || day >= BEIJING_BEGINS);
  const wanted = markets.map((market) => {
    const codes = found.get(`${market}.cod`);
    const prices = found.get(`${market}.md1`);
    if (codes === undefined || prices === undefined) {
      const missing = [codes === undefined ? 'cod' : '', prices === undefined ? 'md1' : ''].filter(Boolean);
      throw new PackageError('members', `${market}${stamp}.cod and .md1`, `no .${missing.join(', no .')}`);
    }
    return [market, { codes, prices }] as const;
  });
  return new Map(wanted);
}

/** `241231` → `2024-12-31`; years above 80 are of the century before. */
function toDay(stamp: string): string {
  const year = Number(stamp.slice(0, 2));
  return `${year > 80 ? 1900 + year : 2000 + year}-${stamp.slice(2, 4)}-${stamp.slice(4)}`;
}
