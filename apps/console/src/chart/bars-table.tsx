import type { ReactNode } from 'react';
import { Change } from '../parts/change';
import { type Column, DenseTable } from '../parts/dense-table';
import { useFormats } from '../words/formats';
import { useWords } from '../words/words';
import { type Bar, changeOf, type Period } from './bar';
import { chartWords } from './chart-words';

const ROWS = 60;

/** The chart's newest bars as a table, newest first: for those who do not see it, and for copying. */
export function BarsTable({ name, bars, period }: { name: string; bars: readonly Bar[]; period: Period }): ReactNode {
  const say = useWords(chartWords);
  const formats = useFormats();
  const rows = bars
    .map((bar, index) => ({ bar, change: changeOf(bars, index) }))
    .slice(-ROWS)
    .reverse();
  const columns: Column<(typeof rows)[number]>[] = [
    { key: 'day', head: period === 'day' ? say.day : say.weekEnd, cell: ({ bar }) => bar.tradeDate },
    { key: 'open', head: say.open, cell: ({ bar }) => formats.price(bar.open), figure: true },
    { key: 'high', head: say.high, cell: ({ bar }) => formats.price(bar.high), figure: true },
    { key: 'low', head: say.low, cell: ({ bar }) => formats.price(bar.low), figure: true },
    { key: 'close', head: say.close, cell: ({ bar }) => formats.price(bar.close), figure: true },
    { key: 'change', head: say.change, cell: ({ change }) => <Change percent={change} />, figure: true },
    { key: 'volume', head: say.volume, cell: ({ bar }) => formats.volume(bar.volume), figure: true },
    { key: 'amount', head: say.amount, cell: ({ bar }) => formats.amount(bar.amount), figure: true },
    { key: 'turnover', head: say.turnover, cell: ({ bar }) => formats.percent(bar.turnoverPct, 2), figure: true },
  ];
  return (
    <DenseTable
      caption={say.tableOf(name, rows.length)}
      columns={columns}
      rows={rows}
      rowKey={({ bar }) => bar.tradeDate}
    />
  );
}
