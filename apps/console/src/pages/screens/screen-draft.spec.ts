import { counts, readFields } from './parameter-fields';
import { findChanges, NO_CHANGES, readAddress, toAddress, toDraft, toRequest } from './screen-draft';
import type { Screen } from './screen-list';

const SCREEN: Screen = {
  ...{ id: 'top_gainers', version: 1, kind: 'builtin', name: '涨幅榜', nameEn: 'Top gainers', source: '涨幅榜' },
  ...{ description: null, descriptionEn: null, evidence: [], available: true, lack: null, reason: null },
  ...{ formula: null, ownerId: null, needs: { bars: 60, caps: false, flow: false, reports: false, market: false } },
  params: {
    type: 'object',
    properties: {
      window: { type: 'integer', default: 1, enum: [1, 3, 5], title: '天数', description: 'Open days' },
      top: { type: 'integer', default: 50, minimum: 1, maximum: 500, title: '取前', description: 'Stocks' },
      drop: { type: 'number', default: 0.5, minimum: 0, maximum: 1, title: '跌幅', description: 'Drop' },
      order: { type: 'string', default: 'pct', enum: ['pct', 'normalised'], title: '排序', description: 'Order' },
      strict: { type: 'boolean', default: false, title: '严格', description: 'Strict' },
      later: { type: 'array', title: '以后', description: 'Of a later version' },
    },
  },
  filters: {
    ...{ exclude_st: true, exclude_locked: false, min_list_days: 60, min_amount20: 3e7 },
    ...{ boards: ['main', 'chinext', 'star', 'bse'], circ_mkt_min_yi: null, circ_mkt_max_yi: null },
  },
};
const USUAL = toDraft(SCREEN, NO_CHANGES);

describe('the form of a screen', () => {
  it('has a field for each parameter that a form can show, in the order of the schema', () => {
    expect(readFields(SCREEN.params)).toMatchObject([
      { name: 'window', kind: 'choice', default: 1, choices: [1, 3, 5], zh: '天数', en: 'Open days' },
      { name: 'top', kind: 'number', default: 50, min: 1, max: 500, whole: true },
      { name: 'drop', kind: 'number', default: 0.5, whole: false },
      { name: 'order', kind: 'choice', choices: ['pct', 'normalised'] },
      { name: 'strict', kind: 'flag', default: false },
    ]);
    expect(readFields('no schema')).toEqual([]);
  });

  it('counts a parameter that others let count', () => {
    const condition = { order: ['normalised'], strict: [true] };
    const drop = { type: 'number', default: 0.5, title: '跌幅', description: 'Drop', 'x-counts-with': condition };
    const [field] = readFields({ properties: { drop } });
    if (field === undefined) throw new Error('no field');
    const countsWith = (order: string, strict: boolean) => counts(field, { ...USUAL.params, order, strict });
    expect([countsWith('pct', false), countsWith('normalised', false), countsWith('pct', true)]).toEqual([
      false,
      true,
      true,
    ]);
    expect(readFields(SCREEN.params).every((each) => counts(each, {}))).toBe(true);
  });

  it('starts from the defaults, and sends nothing of them', () => {
    expect(USUAL.params).toEqual({ window: 1, top: 50, drop: 0.5, order: 'pct', strict: false });
    expect(toRequest(SCREEN, USUAL)).toEqual({ params: {}, filters: {} });
  });

  it('sends what was changed, and forgets it where it is set back', () => {
    const changed = {
      day: '2026-11-19',
      params: { ...USUAL.params, window: 5, strict: true },
      filters: { ...USUAL.filters, exclude_st: false, circ_mkt_min_yi: 50 },
    };
    expect(toRequest(SCREEN, changed)).toEqual({
      as_of: '2026-11-19',
      params: { window: 5, strict: true },
      filters: { exclude_st: false, circ_mkt_min_yi: 50 },
    });
    expect(findChanges(SCREEN, { ...changed, params: USUAL.params, filters: USUAL.filters })).toEqual(NO_CHANGES);
  });

  it('leaves out what the screen does not take', () => {
    const params = { window: 2, top: 501, drop: 2, order: 'best', strict: 1, gone: 3 } as never;
    expect(toDraft(SCREEN, { params, filters: { min_list_days: -1, boards: [] } })).toEqual(USUAL);
  });
});

describe('the address of a run', () => {
  it.each([
    [USUAL, 'day=newest'],
    [{ ...USUAL, day: '2026-11-19' }, 'day=2026-11-19'],
    [
      { ...USUAL, params: { ...USUAL.params, window: 5, order: 'normalised' } },
      'day=newest&p.window=5&p.order=normalised',
    ],
    [
      { ...USUAL, filters: { ...USUAL.filters, exclude_st: false, boards: ['main', 'bse'] as const, min_amount20: 0 } },
      'day=newest&f.exclude_st=false&f.min_amount20=0&f.boards=main%2Cbse',
    ],
  ])('says all of it, and reads it again: %#', (draft, search) => {
    expect(toAddress(SCREEN, draft).toString()).toBe(search);
    expect(readAddress(SCREEN, new URLSearchParams(search))).toEqual(draft);
  });

  it('names no run without a day', () => {
    expect(readAddress(SCREEN, new URLSearchParams('p.window=5'))).toBeUndefined();
    expect(readAddress(SCREEN, new URLSearchParams('day=yesterday'))).toBeUndefined();
  });

  it('keeps a bound away that the screen has by itself', () => {
    const capped = { ...SCREEN, filters: { ...SCREEN.filters, circ_mkt_min_yi: 100 } };
    const draft = { ...USUAL, filters: { ...USUAL.filters, circ_mkt_min_yi: null } };
    expect(toAddress(capped, draft).toString()).toBe('day=newest&f.circ_mkt_min_yi=');
    expect(readAddress(capped, toAddress(capped, draft))).toEqual(draft);
  });
});
