// What the domains of other libs may import.
export { EVENT_TYPES } from './event-data';
export type { EventData, EventStock, EventType } from './event-data';
