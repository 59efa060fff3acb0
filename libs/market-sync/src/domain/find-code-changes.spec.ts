import { calendarDayOf } from '#lib/kernel';
import { findCodeChanges } from './find-code-changes';
import type { StockListing } from './vendor-rows';

it('old and new Beijing codes are paired if the listings leave one possibility', () => {
  const listing = (code: string, name: string, status: StockListing['status'], listDate: string): StockListing => ({
    ...{ code, name, status, exchange: 'BSE', board: 'bse', listDate: calendarDayOf(listDate) },
    ...{ delistDate: null, industry: null, initials: null },
  });
  const changes = findCodeChanges([
    listing('833509', '甲', 'delisted', '2021-11-15'),
    listing('920509', '甲', 'listed', '2021-11-15'),
    listing('833510', '乙', 'delisted', '2021-11-15'),
    listing('920510', '丙', 'listed', '2021-11-15'),
    listing('430001', '旧名', 'delisted', '2022-01-05'),
    listing('920777', '新名', 'listed', '2022-01-05'),
  ]);
  expect(changes.map(({ oldCode, newCode }) => [oldCode, newCode])).toEqual([
    ['833509', '920509'],
    ['430001', '920777'],
  ]);
});
