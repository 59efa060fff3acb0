import { execFile } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { once } from 'node:events';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { calendarDayOf } from '#lib/kernel';
import { TradingCalendar } from '#lib/market-data';
import type { BenchSize } from '../market/bench-market';

const HEADER = 'date,code,open,high,low,close,preclose,volume,amount,turn,tradestatus,isST\n';
const STOCKS_A_FILE = 100;
/** Numbers that belong to stocks, with the exchange's mark. */
const RANGES = [
  { mark: 'sh', first: 600_000, stocks: 2000 },
  { mark: 'sh', first: 603_000, stocks: 1000 },
  { mark: 'sz', first: 1, stocks: 1000 },
  { mark: 'sz', first: 300_001, stocks: 1500 },
];

/** Writes a market in BaoStock's form as a `.tar.xz` in `folder`: a bar of every stock on every day. @returns its path. */
export async function writeMarketArchive(folder: string, size: BenchSize): Promise<string> {
  const files = await writeMarketFiles(folder, size, STOCKS_A_FILE);
  const archive = join(folder, 'market.tar.xz');
  // The lowest level: the archive is made to be read, not to be small.
  await promisify(execFile)('tar', ['-C', files, '-I', 'xz -0 -T2', '-cf', archive, '.']);
  return archive;
}

/** The same as CSV files of so many stocks each. @returns their folder. */
export async function writeMarketFiles(
  folder: string,
  { stocks, days }: BenchSize,
  stocksAFile: number,
): Promise<string> {
  const open = TradingCalendar.published().openDaysBefore(calendarDayOf('2026-01-01'), days);
  const files = join(folder, 'files');
  await mkdir(files, { recursive: true });
  for (let first = 0; first < stocks; first += stocksAFile) {
    const file = createWriteStream(join(files, `stocks-${first}.csv`));
    file.write(HEADER);
    for (let index = first; index < Math.min(stocks, first + stocksAFile); index += 1) {
      if (!file.write(barsOf(index, open))) await once(file, 'drain');
    }
    file.end();
    await once(file, 'finish');
  }
  return files;
}

function barsOf(index: number, days: readonly string[]): string {
  const code = vendorCode(index);
  let last = 10 + (index % 40);
  const lines = days.map((day, turn) => {
    const close = Math.round((10 + (index % 40) + Math.sin((turn + index) / 30)) * 100) / 100;
    const volume = 100_000 + ((turn * 7919 + index * 104_729) % 900_000);
    const [low, high] = [Math.min(last, close), Math.max(last, close)];
    const line = `${day},${code},${last},${high},${low},${close},${last},${volume},${((low + high) / 2) * volume},0.5,1,0\n`;
    last = close;
    return line;
  });
  return lines.join('');
}

function vendorCode(index: number): string {
  let rest = index;
  for (const { mark, first, stocks } of RANGES) {
    if (rest < stocks) return `${mark}.${String(first + rest).padStart(6, '0')}`;
    rest -= stocks;
  }
  throw new Error(`a market of so many stocks can't be written`);
}
