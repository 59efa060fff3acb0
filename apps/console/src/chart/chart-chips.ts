import { useMemo } from 'react';
import { useFormats } from '../i18n/formats';
import { useMessages } from '../i18n/messages';
import type { Period } from './bar';
import type { StockBars } from './chart-bars';
import { chartMessages } from './chart-messages';
import { chipScale, sceneChips } from './chip-scale';
import { type ChipsOfDay, useDayChips } from './day-chips';

interface ChartChips {
  readonly chips: ChipsOfDay;
  readonly scale: ReturnType<typeof chipScale>;
  readonly scene: ReturnType<typeof sceneChips>;
}

/** The chips of a day, and how they are drawn among the bars that are shown. @param day undefined: none are wanted. */
export function useChartChips({ code, bars }: StockBars, period: Period, day: string | undefined): ChartChips {
  const t = useMessages(chartMessages);
  const formats = useFormats();
  const chips = useDayChips(code, day);
  const scale = useMemo(() => chipScale(chips.chips, bars, period), [chips.chips, bars, period]);
  const scene = useMemo(
    () => sceneChips(chips.chips, scale, (price) => t.costShort(formats.price(price))),
    [chips.chips, scale, t, formats],
  );
  return { chips, scale, scene };
}
