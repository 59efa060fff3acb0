import { isComplete, type Rule, toConditions } from './rule-draft';
import { draftAbout, eventsOf, isAbout, type ToldThing } from './told-things';

const SESSION: ToldThing = { kind: 'session', code: '600519', name: '贵州茅台' };
const SCREEN: ToldThing = {
  ...{ kind: 'screen', id: 'top_gainers', name: '涨幅榜' },
  changes: { params: { top: 5 }, filters: {} },
};

const rule = (event: Rule['event'], conditions: Rule['conditions']): Rule => ({
  ...{ id: 1, name: 'one', event, conditions, quietHours: null, enabled: true, channelIds: [] },
  ...{ createdAt: '2026-11-20T00:00:00Z', updatedAt: '2026-11-20T00:00:00Z' },
});

it('a rule about a session names its stock, whatever the event', () => {
  const draft = draftAbout(SESSION);
  expect(isComplete(draft)).toBe(true);
  expect(toConditions(draft)).toEqual({ scope: 'all', codes: ['600519'] });
  expect(toConditions({ ...draft, event: 'price.crossed' })).toMatchObject({ code: '600519' });
});

it('a rule about a screen keeps what its form has otherwise', () => {
  expect(toConditions(draftAbout(SCREEN))).toEqual({ screen: 'top_gainers', params: { top: 5 } });
});

it.each<[Rule['event'], Rule['conditions'], ToldThing, boolean]>([
  ['session.due', { scope: 'all' }, SESSION, true],
  ['session.due', { scope: 'all', codes: ['600519', '600000'] }, SESSION, true],
  ['session.due', { scope: 'all', codes: ['600000'] }, SESSION, false],
  ['price.crossed', { code: '600519' }, SESSION, true],
  ['price.crossed', { code: '600000' }, SESSION, false],
  ['scan.completed', {}, SESSION, false],
  ['screen.matched', { screen: 'top_gainers' }, SCREEN, true],
  ['screen.matched', { screen: 'ma_volume' }, SCREEN, false],
  ['scan.completed', {}, { kind: 'scans' }, true],
  ['drain.failed', {}, { kind: 'drains' }, true],
  ['drain.failed', {}, { kind: 'scans' }, false],
])('%s %j', (event, conditions, thing, expected) => {
  expect(isAbout(rule(event, conditions), thing)).toBe(expected);
});

it('every thing has an event', () => {
  expect(eventsOf({ kind: 'drains' })).toEqual(['drain.completed', 'drain.failed']);
});
