// What the domains of other libs may import.
export { DIGEST_FAILURES, EVENT_TYPES } from './event-data';
export type { DigestData, DigestFailure, DigestList, EventData, EventStock, EventType } from './event-data';
