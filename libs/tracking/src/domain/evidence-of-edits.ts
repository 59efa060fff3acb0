import type { CycleEvent, PrimaryPhase } from './vocabulary';

/** What evidence was computed for. */
interface Evidenced {
  readonly cycleEvents: readonly CycleEvent[];
  readonly primaryPhaseHint: PrimaryPhase | null;
}

/** Whether a person's changes leave a record saying other events, or another phase, than its evidence is about. */
export function outdatesEvidence(record: Evidenced, changes: Partial<Evidenced>): boolean {
  const { cycleEvents = record.cycleEvents, primaryPhaseHint = record.primaryPhaseHint } = changes;
  return primaryPhaseHint !== record.primaryPhaseHint || !haveSame(cycleEvents, record.cycleEvents);
}

function haveSame(some: readonly CycleEvent[], others: readonly CycleEvent[]): boolean {
  return some.length === others.length && some.every((event) => others.includes(event));
}
