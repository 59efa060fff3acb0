import { type ReactNode, useState } from 'react';
import { NOTHING, useFormats } from '../../../i18n/formats';
import { useMessages } from '../../../i18n/messages';
import { type Column, DenseTable } from '../../../parts/dense-table';
import { MoreButton } from '../../../parts/more-button';
import { CaseStock } from '../case-stock';
import styles from '../studies.module.css';
import type { PortfolioTrade } from './portfolio-figures';
import { portfolioMessages } from './portfolio-messages';

const STEP = 50;

/** Every trade of a portfolio in the order of their sales, each leading to its stock's chart on the day of the purchase. */
export function TradeTable({ trades }: { trades: readonly PortfolioTrade[] }): ReactNode {
  const t = useMessages(portfolioMessages);
  const formats = useFormats();
  const [shown, setShown] = useState(STEP);
  const columns = useTradeColumns();
  const title = t.allTrades(formats.count(trades.length));
  const left = trades.length - shown;
  return (
    <details className={styles.details}>
      <summary>{title}</summary>
      <DenseTable
        caption={title}
        rows={trades.slice(0, shown)}
        rowKey={({ code, entryDate }) => `${code} ${entryDate}`}
        columns={columns}
      />
      {left > 0 && (
        <MoreButton onMore={() => setShown(shown + STEP)}>{t.more(formats.count(Math.min(left, STEP)))}</MoreButton>
      )}
    </details>
  );
}

function useTradeColumns(): Column<PortfolioTrade>[] {
  const t = useMessages(portfolioMessages);
  const formats = useFormats();
  const reasons = { days: t.byDays, stop: t.byStop, take: t.byTake, trail: t.byTrail, delisted: t.byDelisted };
  return [
    {
      key: 'stock',
      head: t.stock,
      cell: ({ code, stockName, entryDate }) => <CaseStock code={code} name={stockName} day={entryDate} />,
    },
    { key: 'entry', head: t.entry, numeric: true, cell: ({ entryDate }) => entryDate },
    { key: 'price', head: t.entryPrice, numeric: true, wideOnly: true, cell: (row) => formats.price(row.entryPrice) },
    { key: 'shares', head: t.shares, numeric: true, wideOnly: true, cell: ({ shares }) => formats.count(shares) },
    { key: 'exit', head: t.exit, numeric: true, cell: ({ exitDate }) => exitDate ?? t.held },
    { key: 'sold', head: t.exitPrice, numeric: true, wideOnly: true, cell: (row) => formats.price(row.exitPrice) },
    {
      key: 'reason',
      head: t.reason,
      wideOnly: true,
      cell: ({ exitReason }) => (exitReason === null ? NOTHING : reasons[exitReason]),
    },
    { key: 'net', head: t.net, numeric: true, cell: ({ netPct }) => formats.change(netPct, 1) },
    { key: 'result', head: t.result, numeric: true, cell: ({ result }) => formats.profit(result) },
  ];
}
