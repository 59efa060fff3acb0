import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useVocabulary } from '../api/vocabulary';
import { usePhaseNames } from '../parts/phases';
import { useFormats } from '../i18n/formats';
import { useMessages } from '../i18n/messages';
import { findBarIndex } from './bar';
import { useCostMark } from './own-cost';
import { type Adjust, barsQuery, type StockBars } from './chart-bars';
import { chartMessages } from './chart-messages';
import type { KLineMarks } from './k-line';
import type { ChartLetter, ChartRange } from './evidenced-ranges';
import { type ChartHits, hitMarks } from './hit-marks';
import { letterSpans } from './letter-spans';
import type { ChartEvent, ChartInvalidation, ChartPhase } from './marks';
import { phaseSpans } from './phase-spans';
import { rangeMarks } from './range-marks';
import { findFactor } from './price-factors';
import type { EventMark } from './scene';
import { useEvidenceScale } from './evidence-scale';

interface WantedMarks {
  /** The bars that are shown, and the stock that the marks are of. */
  readonly data: StockBars;
  readonly code: string;
  readonly adjust: Adjust;
  readonly entry?: { readonly day: string; readonly price: number | null } | null;
  readonly invalidation?: ChartInvalidation | null;
  readonly phases?: readonly ChartPhase[];
  readonly events?: readonly ChartEvent[];
  readonly ranges?: readonly ChartRange[];
  readonly letters?: readonly ChartLetter[];
  readonly groundVolumeDay?: string | null;
  readonly hits?: ChartHits | null;
}

const NO_PHASES: readonly ChartPhase[] = [];
const NO_EVENTS: readonly ChartEvent[] = [];
const NO_RANGES: readonly ChartRange[] = [];
const NO_LETTERS: readonly ChartLetter[] = [];

/** What the page wants marked, at the bars that are shown: nothing of one stock on the bars of another. */
export function useChartMarks(wanted: WantedMarks): KLineMarks {
  const { data, code, adjust, entry = null, phases = NO_PHASES, events = NO_EVENTS, groundVolumeDay = null } = wanted;
  const { ranges = NO_RANGES, letters = NO_LETTERS, hits = null, invalidation = null } = wanted;
  const period = data.period === 'week' ? 'week' : 'day';
  const t = useMessages(chartMessages);
  const formats = useFormats();
  const prices = usePriceMarks(data, code, invalidation);
  const phaseNames = usePhaseNames();
  const sides = useVocabulary()?.events;
  const ofThisStock = data.code === code;
  const entryDay = entry?.day;
  const entryPrice = entry?.price ?? null;
  // The entry's price stands as it was traded; the close of its day says where that is among adjusted prices.
  const days = useQuery({
    ...barsQuery(code, 'day', adjust),
    enabled: period === 'week' && entryPrice !== null && adjust !== 'none',
  }).data;
  const { bars } = data;
  const scaleOf = useEvidenceScale({ code, adjust, ranges, events });
  return useMemo(() => {
    if (!ofThisStock) {
      const none = { phases: [], events: [], ranges: [], letters: [], hits: [] };
      return { ...none, phaseNames, entry: null, ground: null, cost: null, invalidation: null };
    }
    // The lowest volume is that of a day: no week has it.
    const ground =
      groundVolumeDay === null || period === 'week' ? undefined : findBarIndex(bars, groundVolumeDay, period);
    const groundBar = ground === undefined ? undefined : bars[ground];
    const dayBars = period === 'day' ? bars : (days?.bars ?? []);
    const entryBar = dayBars.find(({ tradeDate }) => tradeDate === entryDay);
    const adjusted = adjust === 'none' || entryPrice === null ? entryPrice : (entryBar?.close ?? entryPrice);
    return {
      ...prices,
      phases: phaseSpans(bars, phases),
      phaseNames,
      events: events.flatMap(({ day, event, origin, seen }): EventMark[] => {
        const index = findBarIndex(bars, day, period);
        const side = sides?.find(({ abbr }) => abbr === event)?.side;
        if (index === undefined || side === undefined) return [];
        const seenAt = seen === undefined ? undefined : findBarIndex(bars, seen.on, period);
        const scale = seen === undefined ? undefined : scaleOf(seen.asOf);
        const recognised =
          seen === undefined || seenAt === undefined || scale === undefined || seenAt <= index
            ? null
            : { index: seenAt, day: seen.on, price: seen.price * scale };
        return [{ index, event, origin, side, recognised }];
      }),
      ranges: rangeMarks(bars, ranges, scaleOf),
      letters: letterSpans(bars, letters),
      hits: hits === null ? [] : hitMarks(bars, period, hits.days),
      entry:
        entryDay === undefined
          ? null
          : { index: findBarIndex(bars, entryDay, period), price: adjusted, text: t.entry(entryDay.slice(5)) },
      ground:
        ground === undefined || groundBar === undefined || groundVolumeDay === null
          ? null
          : { index: ground, text: t.ground(groundVolumeDay.slice(5), formats.volume(groundBar.volume)) },
    };
  }, [
    ofThisStock,
    bars,
    prices,
    days,
    period,
    adjust,
    phases,
    events,
    ranges,
    letters,
    hits,
    scaleOf,
    entryDay,
    entryPrice,
    groundVolumeDay,
    sides,
    phaseNames,
    t,
    formats,
  ]);
}

/** The prices that are lines across the chart. */
function usePriceMarks(
  data: StockBars,
  code: string,
  invalidation: ChartInvalidation | null,
): Pick<KLineMarks, 'cost' | 'invalidation'> {
  const { priceFactors } = data;
  const cost = useCostMark(data, code);
  const t = useMessages(chartMessages);
  const formats = useFormats();
  return useMemo(() => {
    if (invalidation === null) return { cost, invalidation };
    const price = invalidation.price * findFactor(priceFactors, invalidation.day);
    return { cost, invalidation: { price, text: t.invalidation(formats.price(price)) } };
  }, [cost, invalidation, priceFactors, t, formats]);
}
