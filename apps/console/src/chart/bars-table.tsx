import type { ReactNode } from 'react';
import { Change } from '../parts/change';
import { type Column, DenseTable } from '../parts/dense-table';
import { type Formats, useFormats } from '../i18n/formats';
import { useMessages } from '../i18n/messages';
import { type Bar, getChange, type Period } from './bar';
import { chartMessages } from './chart-messages';
import type { Pane } from './panes/pane-names';
import { findPaneValues, PANE_DECIMALS } from './panes/pane-values';

const ROWS = 60;

interface Row {
  readonly bar: Bar;
  readonly change: number | null;
  readonly index: number;
}

/** The chart's newest bars as a table, newest first: for those who do not see it, and for copying. */
export function BarsTable({
  name,
  bars,
  period,
  panes,
}: {
  name: string;
  bars: readonly Bar[];
  period: Period;
  panes: readonly Pane[];
}): ReactNode {
  const t = useMessages(chartMessages);
  const formats = useFormats();
  const rows: Row[] = bars
    .map((bar, index) => ({ bar, change: getChange(bars, index), index }))
    .slice(-ROWS)
    .reverse();
  const columns: Column<Row>[] = [
    { key: 'day', head: period === 'day' ? t.day : t.weekEnd, cell: ({ bar }) => bar.tradeDate },
    { key: 'open', head: t.open, cell: ({ bar }) => formats.price(bar.open), numeric: true },
    { key: 'high', head: t.high, cell: ({ bar }) => formats.price(bar.high), numeric: true },
    { key: 'low', head: t.low, cell: ({ bar }) => formats.price(bar.low), numeric: true },
    { key: 'close', head: t.close, cell: ({ bar }) => formats.price(bar.close), numeric: true },
    { key: 'change', head: t.change, cell: ({ change }) => <Change percent={change} />, numeric: true },
    { key: 'volume', head: t.volume, cell: ({ bar }) => formats.volume(bar.volume), numeric: true },
    { key: 'amount', head: t.amount, cell: ({ bar }) => formats.amount(bar.amount), numeric: true },
    { key: 'turnover', head: t.turnover, cell: ({ bar }) => formats.percent(bar.turnoverPct, 2), numeric: true },
    ...panes.flatMap((pane) => paneColumns(pane, bars, formats)),
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

function paneColumns(pane: Pane, bars: readonly Bar[], formats: Formats): Column<Row>[] {
  const valuesAt = findPaneValues(pane, bars);
  return valuesAt(0).map(({ name }, order) => ({
    ...{ key: name, head: name, numeric: true },
    cell: ({ index }) => formats.decimal(valuesAt(index)[order]?.value ?? null, PANE_DECIMALS[pane]),
  }));
}
