import { outdatesEvidence } from './evidence-of-edits';

describe('outdatesEvidence', () => {
  const record = { cycleEvents: ['SC', 'AR'], primaryPhaseHint: 'accumulation' } as const;

  it.each([
    ['nothing of them', {}, false],
    ['the same events in another order', { cycleEvents: ['AR', 'SC'] }, false],
    ['the same phase', { primaryPhaseHint: 'accumulation' }, false],
    ['one event less', { cycleEvents: ['SC'] }, true],
    ['another event', { cycleEvents: ['SC', 'ST'] }, true],
    ['another phase', { primaryPhaseHint: 'markup' }, true],
    ['no phase any more', { primaryPhaseHint: null }, true],
  ] as const)('evaluates %s', (_, changes, outdated) => {
    expect(outdatesEvidence(record, changes)).toBe(outdated);
  });
});
