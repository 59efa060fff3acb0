import type { ReactNode } from 'react';
import { useFormats } from '../../i18n/formats';
import { useMessages } from '../../i18n/messages';
import { Excess } from './excess';
import { conclude, findMainHorizon, findOpposedHalves, type Study, type StudyHorizon } from './study-figures';
import { studiesMessages } from './studies-messages';
import styles from './studies.module.css';

const PERCENT = 100;

/** What a completed study says, in words: how many cases, how they did, and whether luck does the same. */
export function StudyVerdict({ study }: { study: Study }): ReactNode {
  const t = useMessages(studiesMessages);
  const formats = useFormats();
  const conclusionOf = useConclusion();
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
      {t.netIs(formats.change(main.meanNetPct, 1))} <b>{conclusionOf(main)}</b>
      {opposed !== undefined && <> {t.opposed(formats.change(opposed.first, 1), formats.change(opposed.second, 1))}</>}
    </p>
  );
}

function useConclusion(): (main: StudyHorizon) => string {
  const t = useMessages(studiesMessages);
  const formats = useFormats();
  return (main) => {
    const conclusion = conclude(main);
    return 'share' in conclusion ? t[conclusion.kind](formats.percent(conclusion.share * PERCENT)) : t[conclusion.kind];
  };
}
