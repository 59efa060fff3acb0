import { readConditions } from './conditions';
import type { RuleEvent } from './rule-events';

const ITEM = { type: 'price', op: '>', value: 10 };

it.each<[RuleEvent, Record<string, unknown>, object]>([
  ['scan.completed', {}, {}],
  ['digest.evening', {}, { at: '21:00' }],
  ['digest.evening', { at: '15:30' }, { at: '15:30' }],
  ['digest.evening', { at: '23:55' }, { at: '23:55' }],
  ['digest.morning', {}, { at: '08:45' }],
  ['digest.morning', { at: '09:25' }, { at: '09:25' }],
  ['session.due', {}, { scope: 'all' }],
  ['session.due', { scope: 'position', codes: ['600000', '600000'] }, { scope: 'position', codes: ['600000'] }],
  ['session.phase_changed', { phases: ['markup'] }, { scope: 'all', phases: ['markup'] }],
  ['session.event', { events: ['SOS', 'LPS'] }, { scope: 'all', events: ['SOS', 'LPS'] }],
  ['screen.matched', { screen: 'turtle', params: { n: 20 } }, { screen: 'turtle', params: { n: 20 } }],
  ['price.crossed', { code: '600000', items: [ITEM] }, { code: '600000', op: 'and', items: [ITEM] }],
  [
    'price.crossed',
    { code: '600000', op: 'or', items: [{ type: 'change_pct', op: 'between', value: [-2, 2] }] },
    { code: '600000', op: 'or', items: [{ type: 'change_pct', op: 'between', value: [-2, 2] }] },
  ],
])('%s takes %j', (event, given, read) => {
  expect(readConditions(event, given)).toEqual(read);
});

it.each<[RuleEvent, Record<string, unknown>, string]>([
  ['scan.completed', { scope: 'all' }, 'conditions.scope'],
  ['digest.evening', { at: '15:29' }, 'conditions.at'],
  ['digest.evening', { at: '23:56' }, 'conditions.at'],
  ['digest.evening', { at: '24:00' }, 'conditions.at'],
  ['digest.evening', { at: '21:0' }, 'conditions.at'],
  ['digest.evening', { at: 2100 }, 'conditions.at'],
  ['digest.evening', { at: null }, 'conditions.at'],
  ['digest.evening', { hour: '21:00' }, 'conditions.hour'],
  ['digest.morning', { at: '21:00' }, 'conditions.at'],
  ['digest.morning', { at: '04:59' }, 'conditions.at'],
  ['digest.morning', { at: '09:26' }, 'conditions.at'],
  ['session.due', { phases: ['markup'] }, 'conditions.phases'],
  ['session.due', { codes: [] }, 'conditions.codes'],
  ['session.due', { codes: ['60000'] }, 'conditions.codes'],
  ['session.event', { events: ['moon'] }, 'conditions.events'],
  ['session.phase_changed', { phases: 'markup' }, 'conditions.phases'],
  ['screen.matched', {}, 'conditions.screen'],
  ['screen.matched', { screen: 'turtle', params: [] }, 'conditions.params'],
  ['price.crossed', { items: [ITEM] }, 'conditions.code'],
  ['price.crossed', { code: '600000', items: [] }, 'conditions.items'],
  ['price.crossed', { code: '600000', items: [null] }, 'conditions.items.0'],
  ['price.crossed', { code: '600000', items: [{ ...ITEM, op: '!=' }] }, 'conditions.items.0.op'],
  ['price.crossed', { code: '600000', items: [{ ...ITEM, value: '10' }] }, 'conditions.items.0.value'],
  ['price.crossed', { code: '600000', items: [{ ...ITEM, value: Infinity }] }, 'conditions.items.0.value'],
  ['price.crossed', { code: '600000', items: [{ ...ITEM, op: 'between', value: [2, 1] }] }, 'conditions.items.0.value'],
  ['price.crossed', { code: '600000', items: [{ ...ITEM, more: 1 }] }, 'conditions.items.0.more'],
])('%s refuses %j, and names %s', (event, given, field) => {
  const named: unknown = expect.objectContaining({ fields: [expect.objectContaining({ field })] });
  expect(() => readConditions(event, given)).toThrow(named as Error);
});
