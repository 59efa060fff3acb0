import {
  isComplete,
  NEW_ITEM,
  NEW_RULE,
  type Rule,
  RULE_EVENTS,
  toConditions,
  toRuleBody,
  toRuleDraft,
} from './rule-draft';

const rule = (event: Rule['event'], conditions: Rule['conditions'], quietHours: string | null = null): Rule => ({
  ...{ id: 1, name: 'one', event, conditions, quietHours, enabled: true, channelIds: [3, 4] },
  ...{ createdAt: '2026-11-20T00:00:00Z', updatedAt: '2026-11-20T00:00:00Z' },
});

it.each<[Rule['event'], Rule['conditions']]>([
  ['session.phase_changed', { scope: 'watchlist', codes: ['600519'], phases: ['markup'] }],
  ['session.event', { scope: 'all', events: ['SC', 'ST'] }],
  ['session.due', { scope: 'position' }],
  ['screen.matched', { screen: 'top_gainers', params: { top: 20 }, filters: { boards: ['main'] } }],
  ['price.crossed', { code: '600519', op: 'or', items: [{ type: 'price', op: '>=', value: 1500.5 }] }],
  ['price.crossed', { code: '600519', op: 'and', items: [{ type: 'change_pct', op: 'between', value: [-3, 3] }] }],
  ['scan.completed', {}],
  ['digest.evening', { at: '20:30' }],
  ['digest.morning', { at: '08:45' }],
])('the conditions of a rule on %s come back as they were', (event, conditions) => {
  const draft = toRuleDraft(rule(event, conditions, '22:00-07:30'));
  expect(isComplete(draft)).toBe(true);
  expect(toRuleBody(draft, 'not used')).toEqual({
    ...{ name: 'one', event, conditions, channel_ids: [3, 4], quiet_hours: '22:00-07:30' },
  });
});

it('an event takes of the draft what it has conditions for', () => {
  const draft = { ...NEW_RULE, code: '600519', screen: 'x', phases: ['markup'] as const, events: ['SC'] };
  expect(toConditions({ ...draft, event: 'session.due' })).toEqual({ scope: 'all' });
  expect(toConditions({ ...draft, event: 'session.event' })).toEqual({ scope: 'all', events: ['SC'] });
  expect(toConditions({ ...draft, event: 'market.late' })).toEqual({});
});

it('every other event is complete at once', () => {
  const asking = RULE_EVENTS.filter((event) => !isComplete({ ...NEW_RULE, event }));
  expect(asking).toEqual(['price.crossed', 'screen.matched']);
});

it.each([
  ['no code', { code: '' }],
  ['no number', { items: [{ ...NEW_ITEM, low: 'x' }] }],
  ['no upper bound', { items: [{ ...NEW_ITEM, op: 'between' as const, low: '1' }] }],
  ['bounds in the wrong order', { items: [{ ...NEW_ITEM, op: 'between' as const, low: '2', high: '1' }] }],
  ['quiet hours without a length', { quiet: { isOn: true, from: '08:00', to: '08:00' } }],
])('a price with %s is not complete', (_what, change) => {
  const draft = { ...NEW_RULE, event: 'price.crossed' as const, code: '600519', items: [{ ...NEW_ITEM, low: '1' }] };
  expect(isComplete(draft)).toBe(true);
  expect(isComplete({ ...draft, ...change })).toBe(false);
});

it('a digest comes at its usual time, or at another one within its bounds', () => {
  const draft = { ...NEW_RULE, event: 'digest.morning' as const };
  expect(toConditions(draft)).toEqual({ at: '08:45' });
  expect(isComplete({ ...draft, at: '05:00' })).toBe(true);
  expect(isComplete({ ...draft, at: '09:26' })).toBe(false);
  expect(isComplete({ ...draft, event: 'digest.evening', at: '15:29' })).toBe(false);
});

it('a rule without a name is named by what it tells, in at most 60 characters', () => {
  expect(toRuleBody(NEW_RULE, '价'.repeat(80)).name).toBe('价'.repeat(60));
  expect(toRuleBody({ ...NEW_RULE, name: ' mine ' }, 'other').name).toBe('mine');
});
