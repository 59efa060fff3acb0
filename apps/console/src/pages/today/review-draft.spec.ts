import { daysAfter, daysBetween } from './calendar-days';
import { findChanges, type ReviewFields, toUndoDraft } from './review-draft';

const STORED: ReviewFields = {
  reviewAt: '2026-11-20',
  priority: 80,
  phase: 'accumulation',
  supplyDemand: null,
  align: 'neutral',
  hint: null,
  events: ['SC'],
  tags: [],
  evidence: '缩量',
};

const NOTHING = { session: undefined, priority: undefined, record: undefined };

it('a draft equal to the stored values sends nothing', () => {
  expect(findChanges(STORED, {})).toEqual(NOTHING);
  expect(findChanges(STORED, { ...STORED, events: ['SC'] })).toEqual(NOTHING);
});

it('a draft sends what changed to the route that takes it, and what was cleared as null', () => {
  expect(findChanges(STORED, { reviewAt: '2026-11-27', priority: 81 })).toEqual({
    session: { next_review_at: '2026-11-27' },
    priority: 81,
    record: undefined,
  });
  expect(findChanges(STORED, { reviewAt: null, phase: null, align: null, events: [], evidence: ' ' })).toEqual({
    session: { next_review_at: null, current_primary_phase: null },
    priority: undefined,
    record: { align_flag: null, cycle_events: [], evidence_note: null },
  });
});

it('an undo sends the stored values of the changed fields only', () => {
  const draft = { priority: 81, supplyDemand: 'balanced' } as const;
  expect(toUndoDraft(STORED, draft)).toEqual({ priority: 80, supplyDemand: null });
});

it('calendar days are counted', () => {
  expect(daysAfter('2026-12-28', 7)).toBe('2027-01-04');
  expect(daysBetween('2026-11-18', '2026-11-20')).toBe(2);
  expect(daysBetween('2026-11-20', '2026-11-18')).toBe(-2);
});
