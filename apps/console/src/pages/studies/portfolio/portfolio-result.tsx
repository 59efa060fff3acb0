import type { ReactNode } from 'react';
import { NOTHING, useFormats } from '../../../i18n/formats';
import { useMessages } from '../../../i18n/messages';
import { DenseTable } from '../../../parts/dense-table';
import { Facts } from '../../../parts/facts';
import { usePreferences } from '../../../preferences/preferences';
import { studyNote } from '../study-notes';
import styles from '../studies.module.css';
import { EquityChart } from './equity-chart';
import { findEndRange, type Portfolio } from './portfolio-figures';
import { portfolioMessages } from './portfolio-messages';
import { TradeTable } from './trade-table';

/** What a portfolio came to, how far luck could have come as well, and every trade. */
export function PortfolioResult({ portfolio }: { portfolio: Portfolio }): ReactNode {
  const t = useMessages(portfolioMessages);
  const { language } = usePreferences();
  if (portfolio.trades.length === 0) return <p className={styles.verdict}>{t.noTrades}</p>;
  return (
    <>
      <PortfolioVerdict portfolio={portfolio} />
      <EquityChart portfolio={portfolio} />
      <PortfolioFacts portfolio={portfolio} />
      <YearTable years={portfolio.years} />
      <details className={styles.details}>
        <summary>{t.assumed}</summary>
        <ul className={styles.assumptions}>
          {portfolio.assumptions.map((assumption) => (
            <li key={assumption}>{studyNote(assumption, language)}</li>
          ))}
        </ul>
      </details>
      <TradeTable trades={portfolio.trades} />
    </>
  );
}

function PortfolioVerdict({ portfolio }: { portfolio: Portfolio }): ReactNode {
  const t = useMessages(portfolioMessages);
  const formats = useFormats();
  const { capital, equity, totalPct, cagrPct, maxDrawdownPct } = portfolio;
  const range = findEndRange(portfolio);
  const end = formats.amount(equity.at(-1)?.equity);
  return (
    <p className={styles.verdict}>
      {t.made(formats.amount(capital), end, formats.change(totalPct, 1), formats.change(cagrPct, 1))}
      {t.fell(formats.percent(maxDrawdownPct))}
      {range !== undefined && (
        <>
          {t.spread(formats.change(range.low, 1), formats.change(range.high, 1))}
          <b>{t[range.kind]}</b>
        </>
      )}
    </p>
  );
}

function PortfolioFacts({ portfolio }: { portfolio: Portfolio }): ReactNode {
  const t = useMessages(portfolioMessages);
  const formats = useFormats();
  const { maxDrawdownPct, maxDrawdownFrom: from, maxDrawdownTo: to, deflatedSharpe, turnoverPerYear } = portfolio;
  const stocks = (count: number): string => t.stocks(formats.count(count));
  return (
    <Facts
      facts={[
        [t.trades, t.closed(formats.count(portfolio.closedTrades))],
        [t.winRate, formats.percent(portfolio.winRatePct)],
        [t.payoff, formats.decimal(portfolio.payoff, 2)],
        [t.profitFactor, formats.decimal(portfolio.profitFactor, 2)],
        [t.volatility, formats.percent(portfolio.volatilityPct)],
        [t.sharpe, formats.decimal(portfolio.sharpe, 2)],
        [t.deflated, formats.percent(deflatedSharpe === null ? null : deflatedSharpe * 100)],
        [
          t.maxDrawdown,
          from === null || to === null
            ? NOTHING
            : t.drawdownOf(formats.percent(maxDrawdownPct), from, to, formats.count(portfolio.maxDrawdownDays)),
        ],
        [t.exposure, formats.percent(portfolio.exposurePct)],
        [t.turnover, turnoverPerYear === null ? NOTHING : t.times(formats.decimal(turnoverPerYear, 1))],
        [t.costs, t.costsOf(formats.amount(portfolio.costs), formats.percent(portfolio.costsPct))],
        [t.missed, t.missedOf(formats.count(portfolio.missed), formats.change(portfolio.missedMeanPct, 1))],
        [t.noRoom, stocks(portfolio.noRoom)],
        [t.alreadyHeld, stocks(portfolio.alreadyHeld)],
        [t.tooSmall, stocks(portfolio.tooSmall)],
      ]}
    />
  );
}

function YearTable({ years }: { years: Portfolio['years'] }): ReactNode {
  const t = useMessages(portfolioMessages);
  const formats = useFormats();
  return (
    <DenseTable
      caption={t.years}
      rows={years}
      rowKey={({ year }) => year}
      columns={[
        { key: 'year', head: t.year, cell: ({ year }) => <span className="figure">{year}</span> },
        { key: 'return', head: t.return, numeric: true, cell: ({ returnPct }) => formats.change(returnPct, 1) },
        {
          key: 'drawdown',
          head: t.maxDrawdown,
          numeric: true,
          cell: ({ maxDrawdownPct }) => formats.percent(maxDrawdownPct),
        },
        { key: 'trades', head: t.yearTrades, numeric: true, cell: ({ trades }) => formats.count(trades) },
        { key: 'won', head: t.winRate, numeric: true, cell: ({ winRatePct }) => formats.percent(winRatePct) },
      ]}
    />
  );
}
