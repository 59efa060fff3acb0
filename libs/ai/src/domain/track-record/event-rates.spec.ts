import { calendarDayOf } from '#lib/kernel';
import { CYCLE_EVENT_NAMES } from '#lib/tracking';
import { type EventRecord, eventRates, type EventStudy } from './event-rates';

const rate = {
  ...{ n: 120, nEff: 80.5, hits: 66, hitRatePct: 55, lowPct: 44.1, highPct: 65.4, baseRatePct: 49.8 },
  ...{ meanExcessPct: 1, meanCapExcessPct: 1, months: 14, insufficient: false },
};
const record = (value: string, changes: Partial<EventRecord> = {}): EventRecord => ({
  ...{ value, version: 'rules-v2', replay: false, since: calendarDayOf('2024-01-02') },
  through: calendarDayOf('2025-11-03'),
  horizons: [
    { ...rate, horizon: 5, n: 400 },
    { ...rate, horizon: 20 },
  ],
  ...changes,
});

const toOrder = (study: EventStudy) => ({ events: CYCLE_EVENT_NAMES, version: 'rules-v2', study });

describe('eventRates', () => {
  it('are those after 20 open days, in the order of the vocabulary', () => {
    const rates = eventRates([record('SOW'), record('SC')], toOrder({}));
    expect(rates.map(({ event, direction }) => [event, direction])).toEqual([
      ['SC', 'up'],
      ['SOW', 'down'],
    ]);
    expect(rates[0]).toEqual({
      ...{ event: 'SC', version: 'rules-v2', direction: 'up', n: 120, nEff: 80.5, share: 55, low: 44.1, high: 65.4 },
      ...{ base: 49.8, since: '2024-01-02', through: '2025-11-03', source: 'own', insufficient: false },
    });
  });

  it('leave out other versions, replays, and events without a direction', () => {
    const records = [record('SC', { version: 'rules-v1' }), record('AR', { replay: true }), record('ST')];
    expect(eventRates(records, toOrder({}))).toEqual([]);
  });

  it('are of the study if the own record is too short, inverted for events with the direction down', () => {
    const study = {
      SC: { n: 900, perStockYear: 0.3, share: 56.1, low: 50.4, high: 61.9, base: 50 },
      ST: { n: 800, perStockYear: 0.3, share: 48.4, low: 44.5, high: 52.2, base: 50 },
      SOW: { n: 700, perStockYear: 0.9, share: 45.3, low: 42.2, high: 48.3, base: 49.9 },
    };
    const short = { horizons: [{ ...rate, horizon: 20, insufficient: true }] };
    const rates = eventRates([record('SC'), record('SOW', short), record('AR', short)], toOrder(study));
    expect(rates.map(({ event, source, insufficient }) => [event, source, insufficient])).toEqual([
      ['SC', 'own', false],
      ['AR', 'own', true],
      ['SOW', 'study', false],
      ['ST', 'study', false],
    ]);
    expect(rates[2]).toMatchObject({
      direction: 'down',
      n: 700,
      nEff: null,
      share: 54.7,
      low: 51.7,
      high: 57.8,
      base: 50.1,
    });
    expect(rates[3]).toMatchObject({ direction: null, share: 48.4, since: null });
  });
});
