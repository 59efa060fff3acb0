import type { ReactNode } from 'react';
import { NOTHING, useFormats } from '../../i18n/formats';
import { useMessages } from '../../i18n/messages';
import { Facts } from '../../parts/facts';
import { marketMessages } from '../market/market-messages';
import { findMainHorizon, type Study } from './study-figures';
import { StudyConditions } from './study-conditions';
import { studiesMessages } from './studies-messages';

/** What was asked. */
export function StudyFacts({ study }: { study: Study }): ReactNode {
  const t = useMessages(studiesMessages);
  const formats = useFormats();
  const sources = useMessages(marketMessages);
  const { startedAt, finishedAt, signals, cases } = study;
  const took =
    startedAt === null || finishedAt === null
      ? []
      : [[t.tookOf, formats.duration(Date.parse(finishedAt) - Date.parse(startedAt))] as const];
  const found =
    signals === null
      ? []
      : ([
          [t.signals, formats.count(signals)],
          [t.cases, formats.count(cases)],
        ] as const);
  return (
    <Facts
      facts={[
        [t.span, `${study.from} → ${study.to}`],
        [t.conditions, <StudyConditions key="conditions" study={study} />],
        [t.perStock, study.overlap === 'first' ? t.first : t.everyHit],
        ...found,
        [t.marketSource, sources[study.marketSource]],
        [
          t.startedBy,
          `${study.startedBy ?? (study.nightly ? t.nightly : t.commandLine)} · ${formats.instant(study.createdAt)}`,
        ],
        ...took,
      ]}
    />
  );
}

/** Whether its hits could be bought and sold at all. */
export function TradeFacts({ study }: { study: Study }): ReactNode {
  const t = useMessages(studiesMessages);
  const formats = useFormats();
  const { tradability, unfillable, pending, delisted } = study;
  if (tradability === null) return NOTHING;
  const countOf = (n: number | null): string => t.countCases(formats.count(n));
  return (
    <Facts
      facts={[
        [t.unfillable, t.ofCases(formats.percent(tradability.unfillablePct), formats.count(unfillable))],
        [t.delayedExits, formats.percent(tradability.delayedPct)],
        [t.amount, formats.amount(tradability.medianAmount)],
        [
          t.hitsPerDay,
          t.hitsText(
            formats.decimal(tradability.hitsPerDayMedian, Number.isInteger(tradability.hitsPerDayMedian) ? 0 : 1),
            formats.count(tradability.hitsPerDayMax),
          ),
        ],
        [t.gap, formats.change(tradability.meanGapPct, 1)],
        [t.waiting, countOf(pending)],
        [t.delisted, countOf(delisted)],
      ]}
    />
  );
}

/** How far luck could have come as well. */
export function SureFacts({ study }: { study: Study }): ReactNode {
  const t = useMessages(studiesMessages);
  const formats = useFormats();
  const main = findMainHorizon(study);
  const { number, of } = study.variant;
  if (main === undefined) return NOTHING;
  const { randomListP: p, luckiestPct } = main;
  return (
    <Facts
      facts={[
        [t.variant, t.variantText(formats.count(number), formats.count(of))],
        [
          of === 1 ? t.luckiestOne : t.luckiest(formats.count(of)),
          luckiestPct === null ? NOTHING : t.luckiestText(formats.change(luckiestPct, 1)),
        ],
        [t.randomLists, p === null ? NOTHING : t.randomText(formats.percent(p * 100))],
        [t.effective, t.effectiveText(formats.count(main.nEff), formats.count(main.n))],
        ...study.halves.map(
          ({ half, meanExcessPct }) =>
            [half === 'first' ? t.firstHalf : t.secondHalf, formats.change(meanExcessPct, 1)] as const,
        ),
      ]}
    />
  );
}
