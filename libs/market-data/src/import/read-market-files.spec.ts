import { calendarDayOf } from '#lib/kernel';
import { TradingCalendar } from '../domain/trading-calendar';
import type { SourceFile } from '../sources/source-file';
import type { BarStaging } from '../persistence/bar-staging';
import { readMarketFiles } from './read-market-files';

const HEADER = '日期,股票代码,开盘,收盘,最高,最低,成交量,成交额,换手率';
const rowOf = (day: string) => `${day},600000,10,10.5,11,9,1000,1050000,0.5`;
/** Takes bars, and keeps none. */
const STAGING = { add: () => undefined, flush: () => Promise.resolve() } as unknown as BarStaging;

function read(days: readonly string[], mostBars: number) {
  const content = Buffer.from([HEADER, ...days.map(rowOf)].join('\n'));
  const file = { name: '600000.csv', size: content.length, content: [content] } as unknown as SourceFile;
  return readMarketFiles(
    { files: [file] as unknown as AsyncIterable<SourceFile>, fractionRead: () => 1 },
    STAGING,
    {
      format: 'eastmoney-csv',
      calendar: TradingCalendar.published(),
      today: calendarDayOf('2026-11-20'),
      shares: undefined,
      onProgress: () => undefined,
    },
    mostBars,
  );
}

it('readMarketFiles reads as many bars as an import may contain, and not one more', async () => {
  const days = ['2024-01-02', '2024-01-03', '2024-01-04'];
  expect(await read(days, 3)).toMatchObject({ files: 1, bars: 3 });
  await expect(read(days, 2)).rejects.toMatchObject({ kind: 'invalid', code: 'too_many_bars' });
});
