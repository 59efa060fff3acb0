// What the domains of other libs may import.
export { CYCLE_EVENT_NAMES, PRIMARY_PHASES } from './vocabulary';
export type { CycleEvent, PrimaryPhase } from './vocabulary';
