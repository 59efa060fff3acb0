import type { ReactNode } from 'react';
import type { Schemas } from '../../api/client';
import { Change, Money } from '../../parts/change';
import { Facts } from '../../parts/facts';
import { useFormats } from '../../i18n/formats';
import { useMessages } from '../../i18n/messages';
import { holdingsMessages } from './holdings-messages';
import styles from './holdings.module.css';

/** What all holdings together come to, and what is left out of it. */
export function HoldingTotals({ totals }: { totals: Schemas['PositionListResponse']['totals'] }): ReactNode {
  const t = useMessages(holdingsMessages);
  const formats = useFormats();
  const notes = [
    ...(totals.withoutClose > 0 ? [t.withoutClose(formats.count(totals.withoutClose))] : []),
    ...(totals.withoutCost > 0 ? [t.withoutCost(formats.count(totals.withoutCost))] : []),
    ...(totals.suspended > 0 ? [t.suspended(formats.count(totals.suspended))] : []),
  ];
  return (
    <div className={styles.totals}>
      <Facts
        facts={[
          [t.marketValue, <span className="figure">{formats.price(totals.marketValue)}</span>],
          [t.cost, <span className="figure">{formats.price(totals.cost)}</span>],
          [t.profit, <Both yuan={totals.profit} percent={totals.profitPct} />],
          [t.dayProfit, <Both yuan={totals.dayProfit} percent={totals.dayProfitPct} />],
        ]}
      />
      {notes.length > 0 && <p className={styles.quiet}>{notes.join(' · ')}</p>}
    </div>
  );
}

function Both({ yuan, percent }: { yuan: number | null; percent: number | null }): ReactNode {
  return (
    <>
      <Money yuan={yuan} /> {percent !== null && <Change percent={percent} />}
    </>
  );
}
