import { type CalendarDay, epochDayOf } from '#lib/kernel';
import { atLeast, under } from '../measures/slack';
import { valueAt } from '../measures/value-at';
import { barsSinceHighest, meanAt } from '../measures/windows';
import { defineSignal } from './signal';

const LIMITS = {
  bars: 60,
  meanBars: 250,
  /** Calendar days from the highest to the lowest close. */
  minDays: 10,
  maxDays: 50,
} as const;

export const ma250Back = defineSignal({
  id: 'ma250_back',
  version: 2,
  words: {
    zh: {
      name: '回踩年线',
      description: '60 日内由年线下方升至最高收盘，其后缩量回落约 10 至 50 个自然日，收盘始终在年线之上。',
    },
    en: {
      name: 'Back to the year line',
      description:
        'A rise from under the 250-bar average to the highest close of 60 bars, then a fall on less volume that never closes under that average.',
    },
  },
  parameters: {
    max_back: { type: 'number', default: 0.8, minimum: 0.5, maximum: 0.99, zh: '低点/高点', en: 'Low / high close' },
    volume_times: {
      type: 'number',
      default: 2,
      minimum: 1,
      maximum: 20,
      zh: '高点量/低点量',
      en: 'Volume at high / at low',
    },
  },
  evidence: [
    { key: 'backPct', unit: 'pct', zh: '回落', en: 'Fall' },
    { key: 'volumeRatio', unit: 'times', zh: '高点量/低点量', en: 'Volume at high / at low' },
    { key: 'daysToLow', unit: 'days', zh: '高点至低点自然日', en: 'Calendar days from high to low' },
    { key: 'overAveragePct', unit: 'pct', zh: '高出年线', en: 'Over MA250' },
  ],

  needs: () => ({ bars: LIMITS.bars - 1 + LIMITS.meanBars }),

  judge({ close, volume, date }, at, { max_back: maxBack, volume_times: volumeTimes }) {
    const first = at - LIMITS.bars + 1;
    const high = at - barsSinceHighest(close, at, LIMITS.bars);
    if (!(high > first)) return null;
    let low = high;
    for (let each = high + 1; each <= at; each += 1) if (valueAt(close, each) < valueAt(close, low)) low = each;
    const back = valueAt(close, low) / valueAt(close, high);
    const volumeRatio = valueAt(volume, high) / valueAt(volume, low);
    if (!under(back, maxBack) || !(volumeRatio > volumeTimes)) return null;
    const daysToLow = countCalendarDays(date[high], date[low]);
    if (daysToLow < LIMITS.minDays || daysToLow > LIMITS.maxDays) return null;
    const average = (of: number) => meanAt(close, of, LIMITS.meanBars);
    if (!(valueAt(close, first) < average(first)) || !(valueAt(close, high - 1) > average(high - 1))) return null;
    for (let each = high; each <= at; each += 1) if (!atLeast(valueAt(close, each), average(each))) return null;
    return {
      score: volumeRatio,
      evidence: {
        backPct: (back - 1) * 100,
        volumeRatio,
        daysToLow,
        overAveragePct: (valueAt(close, at) / average(at) - 1) * 100,
      },
    };
  },
});

function countCalendarDays(from: CalendarDay | undefined, to: CalendarDay | undefined): number {
  return from === undefined || to === undefined ? NaN : epochDayOf(to) - epochDayOf(from);
}
