import { atLeast, over, under } from '../measures/slack';
import { valueAt } from '../measures/value-at';
import { highestAt, lowestAt, meanAt } from '../measures/windows';
import { defineSignal } from './signal';

const LIMITS = { poleBars: 40, flagBars: 10, volumeBars: 20, flagLow: 0.8 } as const;

export const highTightFlag = defineSignal({
  id: 'high_tight_flag',
  words: {
    zh: { name: '高位窄旗形', description: '40 日内高低比大于 1.6，近 10 日窄幅缩量整理，且不低于 40 日高点的八成。' },
    en: {
      name: 'High tight flag',
      description: 'A rise of 60 % within 40 bars, then 10 bars in a narrow range near the high, on little volume.',
    },
  },
  parameters: {
    min_rise: { type: 'number', default: 1.6, minimum: 1.1, maximum: 5, zh: '40日高/低', en: 'High / low of 40' },
    max_range: { type: 'number', default: 1.15, minimum: 1.01, maximum: 2, zh: '10日高/低', en: 'High / low of 10' },
    max_volume: {
      type: 'number',
      default: 0.6,
      minimum: 0.1,
      maximum: 2,
      zh: '量/20日均量',
      en: 'Volume / mean of 20',
    },
  },
  evidence: [
    { key: 'riseTimes', unit: 'times', zh: '40日高/低', en: 'High / low of 40' },
    { key: 'rangeTimes', unit: 'times', zh: '10日高/低', en: 'High / low of 10' },
    { key: 'volumeRatio', unit: 'times', zh: '量/20日均量', en: 'Volume / mean of 20' },
  ],

  needs: () => ({ bars: LIMITS.poleBars }),

  judge({ high, low, volume }, at, { min_rise: minRise, max_range: maxRange, max_volume: maxVolume }) {
    const { poleBars, flagBars, volumeBars, flagLow } = LIMITS;
    const volumeRatio = valueAt(volume, at) / meanAt(volume, at, volumeBars);
    if (!under(volumeRatio, maxVolume)) return null;
    const lowest = lowestAt(low, at, flagBars);
    const rangeTimes = highestAt(high, at, flagBars) / lowest;
    if (!under(rangeTimes, maxRange)) return null;
    const highest = highestAt(high, at, poleBars);
    const riseTimes = highest / lowestAt(low, at, poleBars);
    if (!over(riseTimes, minRise) || !atLeast(lowest, flagLow * highest)) return null;
    return { score: riseTimes / rangeTimes, evidence: { riseTimes, rangeTimes, volumeRatio } };
  },
});
