import { planDigests } from './digest';
import type { PendingEvent, Rule } from './pending-event';

let id = 0;
const phase = (code: string, run: string | null = null): PendingEvent => ({
  ...{ id: (id += 1), type: 'session.phase_changed', run, createdAt: '2026-03-04T08:00:00.000Z' },
  data: { sessionId: id, code, stockName: null, from: null, to: 'markup', by: 'person' },
});
const due = (...codes: string[]): PendingEvent => ({
  ...{ id: (id += 1), type: 'session.due', run: null, createdAt: '2026-03-04T00:30:00.000Z' },
  data: {
    day: '2026-03-04' as never,
    sessions: codes.map((code) => ({ sessionId: 1, code, stockName: null, dueOn: '2026-03-04' as never })),
  },
});
const rule = (more: Partial<Rule> = {}): Rule => ({
  ...{ id: 1, userId: 1, event: 'session.phase_changed', conditions: { scope: 'all' }, quietHours: null },
  channelIds: [7],
  ...more,
});
const none = () => ({ watchlist: new Set<string>(), position: new Set<string>() });

it('gathers events of one kind and run, and keeps runs apart', () => {
  const events = [phase('600000'), phase('600001', 'drain:5'), phase('600002'), phase('600003', 'drain:5')];
  const digests = planDigests(events, [rule()], none);
  expect(digests.map((digest) => digest.events.map((event) => event.id))).toEqual([
    [events[0]?.id, events[2]?.id],
    [events[1]?.id, events[3]?.id],
  ]);
});

it('is one for a channel, whatever rules ask for it', () => {
  const events = [phase('600000'), phase('600001'), phase('600002')];
  const rules = [
    rule({ conditions: { scope: 'all', codes: ['600001'] }, quietHours: '22:00-07:00' }),
    rule({ id: 2, conditions: { scope: 'all', codes: ['600000', '600001'] } }),
  ];
  const [digest, ...more] = planDigests(events, rules, none);
  expect(more).toEqual([]);
  expect(digest).toMatchObject({ channelId: 7, quietHours: ['22:00-07:00', null] });
  expect(digest?.events.map((event) => event.id)).toEqual([events[0]?.id, events[1]?.id]);
});

it('tells of the stocks that a user watches or holds', () => {
  const lists = (userId: number) => ({
    watchlist: new Set(userId === 1 ? ['600000'] : []),
    position: new Set<string>(),
  });
  const watched = rule({ conditions: { scope: 'watchlist' } });
  expect(planDigests([phase('600000'), phase('600001')], [watched], lists)[0]?.events).toHaveLength(1);
  expect(planDigests([phase('600000')], [{ ...watched, userId: 2 }], lists)).toEqual([]);
  const asked = rule({ event: 'session.due', conditions: { scope: 'watchlist' } });
  expect(planDigests([due('600000', '600001')], [asked], lists)[0]?.events[0].data).toMatchObject({
    sessions: [{ code: '600000' }],
  });
  expect(planDigests([due('600001')], [asked], lists)).toEqual([]);
});

it('tells what a rule has found to its own channels alone', () => {
  const crossed: PendingEvent = {
    ...{ id: (id += 1), type: 'price.crossed', run: null, createdAt: '2026-03-04T08:00:00.000Z' },
    data: { ruleId: 2, code: '600000', stockName: null, day: '2026-03-04' as never, close: 10, pctChange: null },
  };
  const rules = [1, 2].map((each) => rule({ id: each, event: 'price.crossed', channelIds: [each] }));
  expect(planDigests([crossed], rules, none).map(({ channelId }) => channelId)).toEqual([2]);
});
