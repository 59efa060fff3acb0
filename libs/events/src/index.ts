export { EVENT_TYPES } from './domain/event-data';
export type {
  DigestData,
  DigestFailure,
  EventData,
  EventSession,
  EventStock,
  EventType,
  Fact,
} from './domain/event-data';
export { EVENTS_ENTITIES, EVENTS_MIGRATIONS, EVENTS_RETENTION } from './persistence/events-tables';
export { EVENT_CHANNEL, recordEvent } from './persistence/record-event.query';
