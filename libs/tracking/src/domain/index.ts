// What the domains of other libs may import.
export { PHASE_NAMES } from './phase-names';
export { CYCLE_EVENT_NAMES, PRIMARY_PHASES } from './vocabulary';
export type { CycleEvent, PrimaryPhase } from './vocabulary';
