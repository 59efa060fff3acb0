import type { ReactNode } from 'react';
import { useFormats } from '../../i18n/formats';
import { useMessages } from '../../i18n/messages';
import { Excess } from './excess';
import { directionOf, findMainHorizon, findOpposedHalves, type Study, type StudyHorizon } from './study-figures';
import { studiesMessages } from './studies-messages';
import styles from './studies.module.css';

/** What a completed study says, in words: how many cases, how they did, and whether luck does the same. */
export function StudyVerdict({ study }: { study: Study }): ReactNode {
  const t = useMessages(studiesMessages);
  const formats = useFormats();
  const main = findMainHorizon(study);
  if (main === undefined || main.n === 0) return <p className={styles.verdict}>{t.nothing(study.from, study.to)}</p>;
  const { hitRatePct: rate, hitRateLowPct: low, hitRateHighPct: high } = main;
  const opposed = findOpposedHalves(study.halves);
  const bare = (percent: number | null): string => formats.decimal(percent, 1);
  return (
    <p className={styles.verdict}>
      {t.since(study.from, formats.count(main.days), formats.count(main.n))}
      {t.beat(main.horizon, formats.percent(rate), bare(low), bare(high))}
      {t.excessIs}
      <Excess figures={main} />
      {t.netIs(formats.change(main.meanNetPct, 1))} <b>{useConclusion()(main)}</b>
      {opposed !== undefined && <> {t.opposed(formats.change(opposed.first, 1), formats.change(opposed.second, 1))}</>}
    </p>
  );
}

function useConclusion(): (main: StudyHorizon) => string {
  const t = useMessages(studiesMessages);
  return (main) => {
    if (main.insufficient) return t.tooFew;
    const direction = directionOf(main);
    return direction === undefined ? t.noDifference : direction === 'up' ? t.better : t.worse;
  };
}
