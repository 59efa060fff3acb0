import type { ReactNode } from 'react';
import { Failure } from '../../api/failure';
import { FailureNote } from '../../parts/failure-note';
import { Warnings } from '../../parts/warnings';
import { useWords } from '../../words/words';
import type { RangeCheck, useMarketGaps } from './range-check';
import { scanWords } from './scan-words';
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
  const say = useWords(scanWords);
  const refusal = useRefusal(check, startDate, endDate);
  const { range } = check;
  const cautions = [
    gaps.through !== null && endDate > gaps.through ? say.beyondMarket(gaps.through) : undefined,
    gaps.incompleteFrom !== null ? say.incompleteFrom(gaps.incompleteFrom) : undefined,
    gaps.holes.length > 0 ? say.holes(gaps.holes.length, gaps.holes.at(-1) ?? '') : undefined,
  ].filter((caution) => caution !== undefined);
  return (
    <div className={styles.check} aria-live="polite">
      <span className="figure">
        {check.state === 'good' && range !== undefined && say.rangeGood(range.tradingDays, range.maxTradingDays)}
        {check.state === 'checking' && say.checking}
      </span>
      {refusal !== undefined && <strong className={styles.refusal}>⚠ {refusal}</strong>}
      {capsReversed && <strong className={styles.refusal}>⚠ {say.capsReversed}</strong>}
      {check.state === 'refused' && refusal === undefined && <FailureNote error={check.error} />}
      <span className={styles.quiet}>{gaps.through === null ? say.noMarket : say.marketThrough(gaps.through)}</span>
      {cautions.map((caution) => (
        <span key={caution} className={styles.caution}>
          ⚠ {caution}
        </span>
      ))}
      {range !== undefined && <Warnings warnings={range.warnings} />}
    </div>
  );
}

/** Why a range is refused, in the chosen language; undefined where it is not, or for a reason that only the server's text tells. */
function useRefusal({ state, error }: RangeCheck, startDate: string, endDate: string): string | undefined {
  const say = useWords(scanWords);
  if (state !== 'refused') return undefined;
  if (startDate === '' || endDate === '') return say.rangeMissing;
  if (startDate > endDate) return say.rangeReversed;
  if (!(error instanceof Failure)) return undefined;
  if (error.code === 'no_trading_days') return say.rangeClosed;
  // The reply's own figures stand in its sentence.
  const [days, most] = /(\d+) trading days, at most (\d+)/.exec(error.message)?.slice(1) ?? [];
  return error.code === 'range_too_long' && days !== undefined
    ? say.rangeTooLong(Number(days), Number(most))
    : undefined;
}
