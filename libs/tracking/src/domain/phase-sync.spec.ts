import { calendarDayOf } from '#lib/kernel';
import { type LeadWeek, evaluatePhaseSync, type WeeklyWrite } from './phase-sync';

const lead = (weeklyId: number, hint: LeadWeek['hint'], dataThrough: string | null = null): LeadWeek => ({
  weeklyId,
  hint,
  dataThrough: dataThrough === null ? null : calendarDayOf(dataThrough),
});

const write = (changes: Partial<WeeklyWrite>): WeeklyWrite => ({
  writtenIds: [2],
  by: 'person',
  leadBefore: lead(1, 'accumulation'),
  leadAfter: lead(2, 'markup'),
  session: { phase: 'accumulation', origin: 'weekly', setOn: null },
  ...changes,
});

const FOLLOWED = { changed: true, from: 'accumulation', to: 'markup', weeklyId: 2 };

describe('evaluatePhaseSync', () => {
  it('follows the new lead', () => {
    expect(evaluatePhaseSync(write({}))).toEqual(FOLLOWED);
  });

  it('follows the week that leads once the lead is gone', () => {
    const sync = evaluatePhaseSync(
      write({ leadBefore: lead(2, 'accumulation'), leadAfter: lead(1, 'markdown'), writtenIds: [2] }),
    );
    expect(sync).toEqual({ changed: true, from: 'accumulation', to: 'markdown', weeklyId: 1 });
  });

  it.each<[string, Partial<WeeklyWrite>]>([
    ['an older week was written', { writtenIds: [1], leadBefore: lead(3, 'markup'), leadAfter: lead(3, 'markup') }],
    ['no week leads', { leadBefore: lead(2, 'markup'), leadAfter: undefined }],
    ['the phase is that already', { session: { phase: 'markup', origin: 'manual', setOn: null } }],
  ])('returns nothing if %s', (_, changes) => {
    expect(evaluatePhaseSync(write(changes))).toBeUndefined();
  });

  it('sets a session without a phase', () => {
    const session = { phase: null, origin: 'manual', setOn: calendarDayOf('2025-12-19') } as const;
    expect(evaluatePhaseSync(write({ session }))).toEqual({ ...FOLLOWED, from: null });
  });

  it.each([
    ['ai', 'manual', '2025-12-20', true],
    ['ai', 'manual', '2025-12-19', false],
    ['ai', 'weekly', '2025-12-20', false],
    ['ai', 'default', '2025-12-20', false],
    ['person', 'manual', '2025-12-20', false],
  ] as const)('is decided by %s, against a %s phase set on %s: blocked %s', (by, origin, setOn, blocked) => {
    const sync = evaluatePhaseSync(
      write({
        by,
        leadAfter: lead(2, 'markup', '2025-12-19'),
        session: { phase: 'accumulation', origin, setOn: calendarDayOf(setOn) },
      }),
    );
    expect(sync).toEqual(blocked ? { ...FOLLOWED, changed: false, blocked: 'manual_phase' } : FOLLOWED);
  });
});
