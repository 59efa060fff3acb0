import type { CycleEvent } from '#lib/tracking';
import type { Evidence, EvidenceColumn } from '../domain/evidence';
import { findOwnEvents, type FiredEvent, mayHaveEvent, OWN_EVENT_BARS, OWN_EVENT_WINDOWS } from '../domain/own-events';
import { defineScreen, type Screen } from '../domain/screen';
import type { StockBars } from '../domain/stock-bars';
import { closePosition } from '../measures/bar-shape';
import { averageTrueRange, usualVolume } from '../measures/unlocked-bars';
import { valueAt } from '../measures/value-at';
import { OWN_EVENT_WORDS } from './own-event-words';
import { SIGNAL_SOURCE } from './signal';

/** Of every event. */
const COMMON: readonly EvidenceColumn[] = [
  { key: 'happenedDate', unit: 'date', zh: '发生日', en: 'Happened on' },
  { key: 'price', unit: 'yuan', zh: '价位', en: 'Price' },
  { key: 'support', unit: 'yuan', zh: '区间下沿', en: 'Support' },
  { key: 'resistance', unit: 'yuan', zh: '区间上沿', en: 'Resistance' },
];

/** What the rules measure, by their own names. */
const MEASURES = {
  rv: { key: 'volumeRatio', unit: 'times', zh: '量比（50日中位）', en: 'Volume / median of 50' },
  clv: { key: 'clv', unit: 'score', zh: '收盘位置', en: 'Close in its bar' },
  trAtr: { key: 'trAtr', unit: 'times', zh: '真实波幅/ATR', en: 'True range / ATR' },
  stretchPct: { key: 'stretchPct', unit: 'pct', zh: '较60日极值收盘', en: 'From the 60-bar extreme close' },
  movePct: { key: 'movePct', unit: 'pct', zh: '反弹或回落', en: 'Move' },
  moveAtr: { key: 'moveAtr', unit: 'times', zh: '反弹或回落/ATR', en: 'Move / ATR' },
  volumeShare: { key: 'volumeShare', unit: 'times', zh: '量/高潮日量', en: "Volume / the climax's" },
  trShare: { key: 'trShare', unit: 'times', zh: '波幅/高潮日波幅', en: "Range / the climax's" },
  depthAtr: { key: 'depthAtr', unit: 'times', zh: '深度/ATR', en: 'Depth / ATR' },
  bars: { key: 'bars', unit: 'bars', zh: '历时', en: 'Bars since' },
  changePct: { key: 'changePct', unit: 'pct', zh: '涨跌幅', en: 'Change' },
  changeAtr: { key: 'changeAtr', unit: 'times', zh: '涨跌/ATR', en: 'Change / ATR' },
  rangeBars: { key: 'rangeBars', unit: 'bars', zh: '区间已历', en: 'Age of the range' },
  edgeH: { key: 'edgeH', unit: 'times', zh: '距边缘/区间高', en: 'To the edge / height' },
  thrust1: { key: 'thrust1', unit: 'yuan', zh: '第一次推进', en: 'First thrust' },
  thrust2: { key: 'thrust2', unit: 'yuan', zh: '第二次推进', en: 'Second thrust' },
  thrust3: { key: 'thrust3', unit: 'yuan', zh: '第三次推进', en: 'Third thrust' },
} as const satisfies Readonly<Record<string, EvidenceColumn>>;

type Measure = keyof typeof MEASURES;

/** What an event has in addition to the common evidence, and which of it ranks the hits: its most, or its `least`. */
interface Figures {
  readonly measures: readonly [Measure, ...Measure[]];
  readonly by: Measure;
  readonly least?: true;
}

const STOP: Figures = { measures: ['rv', 'clv', 'trAtr', 'stretchPct'], by: 'rv' };
const REACTION: Figures = { measures: ['movePct', 'moveAtr'], by: 'moveAtr' };
const DIP: Figures = { measures: ['depthAtr', 'bars', 'rv', 'clv'], by: 'clv' };
const SIGN: Figures = { measures: ['rv', 'clv', 'trAtr', 'changePct', 'changeAtr'], by: 'rv' };
const LAST_POINT: Figures = { measures: ['depthAtr', 'bars'], by: 'depthAtr', least: true };
const UPTHRUST: Figures = { measures: ['rv', 'clv', 'trAtr', 'depthAtr', 'rangeBars'], by: 'rv' };

/** In the order in which they are listed: what ends a fall and begins a rise, its mirror, and what speaks for neither. */
const FIGURES: Readonly<Record<CycleEvent, Figures>> = {
  ...{ PS: STOP, SC: STOP, AR: REACTION, SPRING: DIP, TSO: DIP },
  TEST: { measures: ['rv', 'clv', 'trAtr', 'bars'], by: 'rv', least: true },
  ...{ SOS: SIGN, JAC: SIGN, LPS: LAST_POINT, BU: LAST_POINT },
  ...{ PSY: STOP, BC: STOP, ARE: REACTION, UT: UPTHRUST, UTAD: UPTHRUST, SOW: SIGN, FTI: SIGN, LPSY: LAST_POINT },
  ST: { measures: ['rv', 'clv', 'trAtr', 'volumeShare', 'trShare'], by: 'volumeShare', least: true },
  EVR: { measures: ['rv', 'clv', 'trAtr', 'changeAtr', 'edgeH'], by: 'rv' },
  SOT: { measures: ['thrust1', 'thrust2', 'thrust3'], by: 'thrust3', least: true },
};

/** The events of the rules model as signals: what it would report of a bar, at most two a bar. */
export const OWN_EVENTS: readonly Screen[] = (Object.keys(FIGURES) as CycleEvent[]).map(defineOwnEvent);

function defineOwnEvent(event: CycleEvent): Screen {
  const { measures, by, least } = FIGURES[event];
  const { zh, en } = OWN_EVENT_WORDS[event];
  return defineScreen({
    id: `event_${event.toLowerCase()}`,
    version: 1,
    source: SIGNAL_SOURCE,
    // Signals of other rules carry names of Wyckoff too.
    words: {
      zh: { name: `${zh[0]}（事件）`, description: zh[1] },
      en: { name: `${en[0]} (event)`, description: en[1] },
    },
    parameters: {},
    evidence: [...COMMON, ...measures.map((measure) => MEASURES[measure])],

    needs: () => ({ bars: OWN_EVENT_BARS }),

    find(bars, from, _values, found) {
      // Of one bar it is worth asking whether the bars before have to be read.
      if (from === bars.count - 1 && !mayHaveEvent(event, factsOf(bars, from))) return;
      findOwnEvents(bars, from, event, (at, fired) => {
        const value = fired.measures[by] ?? 0;
        found(at, { score: least === true ? -value : value, evidence: describe(fired, measures) });
      });
    },
  });
}

function factsOf(bars: StockBars, at: number): Parameters<typeof mayHaveEvent>[1] {
  const close = valueAt(bars.close, at);
  return {
    rv: valueAt(bars.volume, at) / usualVolume(bars, at, OWN_EVENT_WINDOWS.volume),
    clv: closePosition(bars, at),
    changeAtr: (close - valueAt(bars.close, at - 1)) / averageTrueRange(bars, at, OWN_EVENT_WINDOWS.atr),
    isOverHigh: close > valueAt(bars.high, at - 1),
    isUnderLow: close < valueAt(bars.low, at - 1),
  };
}

function describe({ happenedOn, price, range, measures }: FiredEvent, names: readonly Measure[]): Evidence {
  return {
    ...{ happenedDate: happenedOn, price, support: range?.support ?? null, resistance: range?.resistance ?? null },
    ...Object.fromEntries(names.map((name) => [MEASURES[name].key, measures[name] ?? null])),
  };
}
