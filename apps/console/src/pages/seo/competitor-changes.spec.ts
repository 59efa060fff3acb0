import { findChanges, toForm, toReversal } from './competitor-changes';

const record = {
  ...{ id: 1, domain: 'shop.example', name: 'Shop', description: null, monthly_visits: '1200000' },
  ...{ created_date: '2001-02-03T00:00:00.000Z', page_count: 0, pages_per_visit: 3.4, backlinks: 1500 },
  ...{ public_revenue: null, cpm_rate: null, global_rank: null, avg_duration: 205, bounce_rate: 45.2 },
  ...{ search_traffic_ratio: null, notes: null, tags: 'a,b', created_at: '', updated_at: '' },
};
const before = toForm(record);

it('the form shows what is stored, a zero too, and nothing if there is none', () => {
  expect(before).toMatchObject({ name: 'Shop', pageCount: '0', createdDate: '2001-02-03', notes: '' });
  expect(Object.values(toForm(undefined)).every((value) => value === '')).toBe(true);
});

it('fields that were not touched are left out, emptied ones are null', () => {
  expect(findChanges(before, before)).toEqual({});
  const now = { ...before, tags: ' ', bounceRate: '45,2%', name: 'Shop ' };
  expect(findChanges(before, now)).toEqual({ tags: null, bounceRate: '45,2%' });
});

it('an undo of a save sends the previous values of its fields', () => {
  expect(toReversal(before, { tags: null, notes: 'new' })).toEqual({ tags: 'a,b', notes: null });
});
