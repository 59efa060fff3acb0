import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useConsoleState } from '../../api/console-state';
import { Change, Money } from '../../parts/change';
import type { Column } from '../../parts/dense-table';
import { Provenance } from '../../provenance/provenance';
import { type Formats, NOTHING, useFormats } from '../../i18n/formats';
import { useMessages } from '../../i18n/messages';
import { COST_DECIMALS } from './holding-form';
import { holdingsMessages } from './holdings-messages';
import styles from './holdings.module.css';
import type { Holding, HoldingSort } from './sort-holdings';

type Translations = ReturnType<typeof useMessages<(typeof holdingsMessages)['zh']>>;

/** A column, which sorts by what the server has if it names it. */
type HoldingColumn = Column<Holding> & { readonly sort?: HoldingSort };

/** The columns of the list: what is held, what it is worth, what it came to. */
export function useHoldingColumns(
  onEdit: (holding: Holding) => void,
  onRemove: (holding: Holding) => void,
): HoldingColumn[] {
  const t = useMessages(holdingsMessages);
  const formats = useFormats();
  const { today } = useConsoleState();
  return [
    ...stockColumns(t),
    {
      key: 'quantity',
      head: t.quantity,
      numeric: true,
      wideOnly: true,
      sort: 'quantity',
      cell: ({ quantity }) => formats.count(quantity),
    },
    {
      key: 'cost',
      head: t.avgCost,
      numeric: true,
      wideOnly: true,
      cell: (holding) => <Cost holding={holding} {...{ t, formats }} />,
    },
    ...valueColumns(t, formats),
    ...profitColumns(t),
    {
      key: 'industry',
      head: t.industry,
      wideOnly: true,
      sort: 'industry',
      cell: ({ industry }) => industry ?? NOTHING,
    },
    {
      key: 'opened',
      head: t.openedAt,
      numeric: true,
      wideOnly: true,
      sort: 'openedAt',
      cell: ({ openedAt, updatedAt }) => (
        <span title={`${t.updatedAt} ${formats.instant(updatedAt)}`}>{formats.day(openedAt, today)}</span>
      ),
    },
    {
      key: 'actions',
      head: '',
      cell: (holding) => (
        <div className={styles.actions}>
          <ActionButton label={t.edit} name={t.editOf(toName(holding))} onAct={() => onEdit(holding)} />
          <ActionButton label={t.remove} name={t.removeOf(toName(holding))} onAct={() => onRemove(holding)} />
        </div>
      ),
    },
  ];
}

function toName({ stockName, code }: Holding): string {
  return stockName ?? code;
}

function stockColumns(t: Translations): HoldingColumn[] {
  return [
    {
      key: 'code',
      head: t.code,
      sort: 'code',
      cell: (holding) => (
        <Link
          className="code"
          href={holding.sessionId === null ? `/market/stocks/${holding.code}` : `/sessions/${holding.sessionId}`}
          title={holding.sessionId === null ? t.openStock(toName(holding)) : t.openSession(toName(holding))}
        >
          {holding.code}
        </Link>
      ),
    },
    {
      key: 'name',
      head: t.name,
      cell: ({ stockName, sessionId }) => (
        <>
          {stockName ?? <em>{t.unknownName}</em>}{' '}
          {sessionId === null && <span className={styles.quiet}>· {t.untracked}</span>}
        </>
      ),
    },
  ];
}

function valueColumns(t: Translations, formats: Formats): HoldingColumn[] {
  return [
    {
      key: 'latest',
      head: t.latest,
      numeric: true,
      sort: 'latestClose',
      cell: ({ latestClose, latestTradeDate: day, changePctReason }) => {
        if (latestClose === null || day === null) return <span title={t.profit_no_bars}>{NOTHING}</span>;
        const stale = changePctReason === 'no_bar_on_last_day';
        return (
          <Provenance lines={[stale ? t.staleClose(day) : t.closeOfDay(day)]}>
            <span className={stale ? styles.stale : undefined}>{formats.price(latestClose)}</span>
          </Provenance>
        );
      },
    },
    {
      key: 'change',
      head: t.change,
      numeric: true,
      sort: 'changePct',
      cell: (holding) => (
        <OfDay holding={holding} t={t}>
          <Change percent={holding.changePct} />
        </OfDay>
      ),
    },
    {
      key: 'dayProfit',
      head: t.dayProfit,
      numeric: true,
      wideOnly: true,
      sort: 'dayProfit',
      cell: (holding) => (
        <OfDay holding={holding} t={t}>
          <Money yuan={holding.dayProfit} />
        </OfDay>
      ),
    },
    {
      key: 'value',
      head: t.marketValue,
      numeric: true,
      wideOnly: true,
      sort: 'marketValue',
      cell: ({ marketValue }) => formats.price(marketValue),
    },
  ];
}

function profitColumns(t: Translations): HoldingColumn[] {
  return [
    {
      key: 'profit',
      head: t.profit,
      numeric: true,
      sort: 'profit',
      cell: ({ profit, profitReason }) => (
        <Money
          yuan={profit}
          title={profit === null && profitReason !== null ? t[`profit_${profitReason}`] : t.beforeFees}
        />
      ),
    },
    {
      key: 'distance',
      head: t.costDistance,
      numeric: true,
      sort: 'costDistancePct',
      cell: ({ costDistancePct, profitReason }) => (
        <Change percent={costDistancePct} title={profitReason === null ? undefined : t[`profit_${profitReason}`]} />
      ),
    },
  ];
}

/** A figure of the market's last day; or why there is none. */
function OfDay({
  holding: { changePctReason, latestTradeDate },
  t,
  children,
}: {
  holding: Holding;
  t: Translations;
  children: ReactNode;
}): ReactNode {
  if (changePctReason !== null) return <span title={t[`missing_${changePctReason}`]}>{NOTHING}</span>;
  return <Provenance lines={[t.changeOfDay(latestTradeDate ?? NOTHING)]}>{children}</Provenance>;
}

/** The cost as it was given; marked if an ex-right day has come since. */
function Cost({
  holding: { avgCost, exRightSince },
  t,
  formats,
}: {
  holding: Holding;
  t: Translations;
  formats: Formats;
}): ReactNode {
  const cost = formats.decimal(avgCost, COST_DECIMALS);
  if (exRightSince === null) return <span title={avgCost === null ? t.profit_no_cost : undefined}>{cost}</span>;
  return (
    <Provenance lines={[t.exRightSince(exRightSince)]}>
      <span className={styles.stale}>
        <span aria-hidden="true">⚠ </span>
        {cost}
      </span>
    </Provenance>
  );
}

function ActionButton({ label, name, onAct }: { label: string; name: string; onAct: () => void }): ReactNode {
  return (
    <Button variant="default" size="compact-xs" aria-label={name} onClick={onAct}>
      {label}
    </Button>
  );
}
