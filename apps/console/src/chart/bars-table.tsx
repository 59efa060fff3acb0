import type { ReactNode } from 'react';
import { Change } from '../parts/change';
import { type Column, DenseTable } from '../parts/dense-table';
import { useFormats } from '../i18n/formats';
import { useMessages } from '../i18n/messages';
import { type Bar, getChange, type Period } from './bar';
import { chartMessages } from './chart-messages';

const ROWS = 60;

/** The chart's newest bars as a table, newest first: for those who do not see it, and for copying. */
export function BarsTable({ name, bars, period }: { name: string; bars: readonly Bar[]; period: Period }): ReactNode {
  const t = useMessages(chartMessages);
  const formats = useFormats();
  const rows = bars
    .map((bar, index) => ({ bar, change: getChange(bars, index) }))
    .slice(-ROWS)
    .reverse();
  const columns: Column<(typeof rows)[number]>[] = [
    { key: 'day', head: period === 'day' ? t.day : t.weekEnd, cell: ({ bar }) => bar.tradeDate },
    { key: 'open', head: t.open, cell: ({ bar }) => formats.price(bar.open), numeric: true },
    { key: 'high', head: t.high, cell: ({ bar }) => formats.price(bar.high), numeric: true },
    { key: 'low', head: t.low, cell: ({ bar }) => formats.price(bar.low), numeric: true },
    { key: 'close', head: t.close, cell: ({ bar }) => formats.price(bar.close), numeric: true },
    { key: 'change', head: t.change, cell: ({ change }) => <Change percent={change} />, numeric: true },
    { key: 'volume', head: t.volume, cell: ({ bar }) => formats.volume(bar.volume), numeric: true },
    { key: 'amount', head: t.amount, cell: ({ bar }) => formats.amount(bar.amount), numeric: true },
    { key: 'turnover', head: t.turnover, cell: ({ bar }) => formats.percent(bar.turnoverPct, 2), numeric: true },
  ];
  return (
    <DenseTable
      caption={t.tableOf(name, rows.length)}
      columns={columns}
      rows={rows}
      rowKey={({ bar }) => bar.tradeDate}
    />
  );
}
