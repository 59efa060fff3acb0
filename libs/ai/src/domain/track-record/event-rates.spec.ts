import { calendarDayOf } from '#lib/kernel';
import { type EventRecord, eventRates } from './event-rates';

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

describe('eventRates', () => {
  it('are those after 20 open days, in the order of the vocabulary', () => {
    const rates = eventRates([record('SOW'), record('SC')], 'rules-v2');
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
    expect(eventRates(records, 'rules-v2')).toEqual([]);
  });
});
