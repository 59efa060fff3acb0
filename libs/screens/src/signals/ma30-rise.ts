import { over } from '../measures/slack';
import { meanAt } from '../measures/windows';
import { defineSignal } from './signal';

/** The averages at the first, 11th, 21st and last of 30 bars. */
const MEAN_BARS = 30;
const AGO = [29, 19, 9, 0] as const;

export const ma30Rise = defineSignal({
  id: 'ma30_rise',
  words: {
    zh: { name: '均线多头', description: '30 日均线在 30 日的首、1/3、2/3、末处依次抬高，末值大于首值的 1.2 倍。' },
    en: {
      name: 'Rising 30-bar average',
      description:
        'The mean close of 30 bars is higher at each third of the last 30 bars, and at the end more than 1.2 times the first.',
    },
  },
  parameters: {
    min_rise: { type: 'number', default: 1.2, minimum: 1, maximum: 3, zh: '末值/首值', en: 'Last / first' },
  },
  evidence: [{ key: 'averageRisePct', unit: 'pct', zh: 'MA30 升幅', en: 'Rise of MA30' }],

  needs: () => ({ bars: MEAN_BARS + AGO[0] }),

  judge({ close }, at, { min_rise: minRise }) {
    const [first, second, third, last] = AGO;
    const start = meanAt(close, at - first, MEAN_BARS);
    const end = meanAt(close, at - last, MEAN_BARS);
    if (!over(end, minRise * start)) return null;
    const [early, late] = [meanAt(close, at - second, MEAN_BARS), meanAt(close, at - third, MEAN_BARS)];
    if (!over(early, start) || !over(late, early) || !over(end, late)) return null;
    const averageRisePct = (end / start - 1) * 100;
    return { score: averageRisePct, evidence: { averageRisePct } };
  },
});
