import type { CalendarDay } from '#lib/kernel';
import { dayMembers } from './day-package';
import { MD1_BLOCK_BYTES } from './package-bytes';
import type { PackageFault } from './package-fault';
import type { PackageRow } from './package-row';
import type { TdxMarket } from './tdx-market';
import { zipBomb } from './zip-bomb';
import { zipBytes, type ZipMember } from './zip-bytes';

/** More than 20 with any day's own. */
const EXTRA_MEMBERS = 20;
const BAD_ROWS = 5;

/** The package of a day with something wrong in it. A fault of sending leaves it as it is. */
export function faultyPackage(market: TdxMarket, day: CalendarDay, fault: PackageFault | undefined): Buffer {
  return zipBytes(faultyMembers(market, day, fault));
}

function faultyMembers(market: TdxMarket, day: CalendarDay, fault: PackageFault | undefined): readonly ZipMember[] {
  const rows = market.rowsOf(day);
  switch (fault?.kind) {
    case 'wrong-day': {
      const other = otherDay(market.days, day);
      return dayMembers('sameNames' in fault && fault.sameNames === true ? day : other, market.rowsOf(other));
    }
    case 'too-few':
      return dayMembers(day, rows, { filler: false });
    case 'half-the-stocks':
      return dayMembers(
        day,
        rows.filter((_, index) => index % 2 === 0),
      );
    case 'bad-prices':
      return dayMembers(day, withBadPrices(rows));
    case 'volume-in-lots':
      return dayMembers(
        day,
        rows.map((row) => ({ ...row, volume: Math.round(row.volume / 100) })),
      );
    case 'missing-market':
      return dayMembers(day, rows).filter(({ name }) => !name.startsWith('bj'));
    default:
      return damagedMembers(dayMembers(day, rows), fault);
  }
}

function damagedMembers(members: readonly ZipMember[], fault: PackageFault | undefined): readonly ZipMember[] {
  const withBars = (change: (member: ZipMember) => ZipMember): ZipMember[] =>
    members.map((member) => (/^sh\d+\.md1$/.test(member.name) ? change(member) : member));
  switch (fault?.kind) {
    case 'wrong-size':
      return withBars((member) => ({ ...member, content: Buffer.concat([member.content, Buffer.alloc(100)]) }));
    case 'bad-crc':
      return withBars((member) => ({ ...member, claimedCrc: 0x1234_5678 }));
    case 'zip-slip':
      return [...members, { name: '../x', content: Buffer.from('outside') }];
    case 'zip-bomb': {
      const claimed = 'claimsLess' in fault && fault.claimsLess === true ? { claimedSize: 2000 * MD1_BLOCK_BYTES } : {};
      return withBars(({ name }) => ({ name, head: zipBomb(), content: Buffer.alloc(0), ...claimed }));
    }
    case 'many-members': {
      const extra = Array.from({ length: EXTRA_MEMBERS }, (_, index) => `extra${index}.txt`);
      return [...members, ...extra.map((name) => ({ name, content: Buffer.from(name) }))];
    }
    case 'backslashes':
      return members.map((member) => ({ ...member, name: `g4day\\${member.name}` }));
    default:
      return members;
  }
}

/** The first traded stocks close above their highest price. */
function withBadPrices(rows: readonly PackageRow[]): PackageRow[] {
  let left = BAD_ROWS;
  return rows.map((row) => (row.volume > 0 && left-- > 0 ? { ...row, high: row.close - 0.01 } : row));
}

/** The day before, or the day after the first one. */
function otherDay(days: readonly CalendarDay[], day: CalendarDay): CalendarDay {
  const index = days.indexOf(day);
  return days[index - 1] ?? days[index + 1] ?? day;
}
