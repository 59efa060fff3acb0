import type { ReactNode } from 'react';
import { Failure } from '../../api/failure';
import { FailureNote } from '../../parts/failure-note';
import { Warnings } from '../../parts/warnings';
import { useMessages } from '../../i18n/messages';
import type { RangeCheck, useMarketGaps } from './range-check';
import { scanMessages } from './scan-messages';
import styles from './scans.module.css';

/** What the server says of the range: how many days, why not, and what is known of the days' data. */
export function RangeNote({
  check,
  startDate,
  endDate,
  gaps,
  capsReversed,
}: {
  check: RangeCheck;
  startDate: string;
  endDate: string;
  gaps: ReturnType<typeof useMarketGaps>;
  capsReversed: boolean;
}): ReactNode {
  const t = useMessages(scanMessages);
  const rejection = useRejection(check, startDate, endDate);
  const { range } = check;
  const cautions = [
    gaps.through !== null && endDate > gaps.through ? t.beyondMarket(gaps.through) : undefined,
    gaps.incompleteFrom !== null ? t.incompleteFrom(gaps.incompleteFrom) : undefined,
    gaps.holes.length > 0 ? t.holes(gaps.holes.length, gaps.holes.at(-1) ?? '') : undefined,
  ].filter((caution) => caution !== undefined);
  return (
    <div className={styles.check} aria-live="polite">
      <span className="figure">
        {check.state === 'good' && range !== undefined && t.rangeGood(range.tradingDays, range.maxTradingDays)}
        {check.state === 'checking' && t.checking}
      </span>
      {rejection !== undefined && <strong className={styles.rejection}>⚠ {rejection}</strong>}
      {capsReversed && <strong className={styles.rejection}>⚠ {t.capsReversed}</strong>}
      {check.state === 'refused' && rejection === undefined && <FailureNote error={check.error} />}
      <span className={styles.quiet}>{gaps.through === null ? t.noMarket : t.marketThrough(gaps.through)}</span>
      {cautions.map((caution) => (
        <span key={caution} className={styles.caution}>
          ⚠ {caution}
        </span>
      ))}
      {range !== undefined && <Warnings warnings={range.warnings} />}
    </div>
  );
}

/** Why a range is rejected, in the chosen language; undefined if it is not, or for a reason that only the server's text names. */
function useRejection({ state, error }: RangeCheck, startDate: string, endDate: string): string | undefined {
  const t = useMessages(scanMessages);
  if (state !== 'refused') return undefined;
  if (startDate === '' || endDate === '') return t.rangeMissing;
  if (startDate > endDate) return t.rangeReversed;
  if (!(error instanceof Failure)) return undefined;
  if (error.code === 'no_trading_days') return t.rangeClosed;
  // The values of the response are part of its sentence.
  const [days, most] = /(\d+) trading days, at most (\d+)/.exec(error.message)?.slice(1) ?? [];
  return error.code === 'range_too_long' && days !== undefined ? t.rangeTooLong(Number(days), Number(most)) : undefined;
}
