import type { Type } from '@nestjs/common';
import { ApiExtraModels, getSchemaPath } from '@nestjs/swagger';
import { EVENT_TYPES, type EventType } from '#lib/events';
import { ApiEnum, ApiId, ApiInstant, ApiJson, ApiText } from '../http';
import { EVENT_DATA } from './event-data.responses';

/** Data of a webhook that would be too large with everything. */
const OMITTED = {
  type: 'object',
  required: ['omitted'],
  properties: {
    omitted: { type: 'array', items: { type: 'string' }, description: 'Fields that were left out, the largest first' },
  },
  additionalProperties: true,
};

function eventSchema(type: EventType): Type {
  class Event {
    @ApiId() id!: number;
    @ApiEnum([type]) type!: typeof type;
    @ApiText({ nullable: true, description: 'Work of which it is one fact of many, such as drain:5' })
    run!: string | null;
    @ApiJson({}, { type: EVENT_DATA[type] }) data!: unknown;
    @ApiInstant() createdAt!: Date;
  }
  return named(`${nameOf(type)}Event`, Event);
}

function webhookSchema(type: EventType): Type {
  class Webhook {
    @ApiEnum([type]) type!: typeof type;
    @ApiInstant({ description: 'Of the event, the same at each attempt' }) timestamp!: Date;
    @ApiJson({}, { anyOf: [{ $ref: getSchemaPath(EVENT_DATA[type]) }, OMITTED] })
    data!: unknown;
  }
  return named(`${nameOf(type)}Webhook`, Webhook);
}

/** `session.phase_changed`: `SessionPhaseChanged`. */
function nameOf(type: EventType): string {
  return type
    .split(/[._]/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
}

function named(name: string, schema: Type): Type {
  Object.defineProperty(schema, 'name', { value: name });
  return schema;
}

const EVENTS = EVENT_TYPES.map((type) => ({ type, schema: eventSchema(type) }));
const WEBHOOKS = EVENT_TYPES.map((type) => ({ type, schema: webhookSchema(type) }));

/** One of the schemas, told apart by `type`. */
function oneOf(schemas: readonly { type: EventType; schema: Type }[]) {
  return {
    oneOf: schemas.map(({ schema }) => ({ $ref: getSchemaPath(schema) })),
    discriminator: {
      propertyName: 'type',
      mapping: Object.fromEntries(schemas.map(({ type, schema }) => [type, getSchemaPath(schema)])),
    },
  };
}

/** An event of any type, as a schema. */
export const ANY_EVENT = oneOf(EVENTS);

/** Lists the schemas of every type in the document: as the event log has them, and as a webhook sends them. */
export const ApiEventSchemas = (): ClassDecorator =>
  ApiExtraModels(
    ...Object.values(EVENT_DATA),
    ...[...EVENTS, ...WEBHOOKS].map(({ schema }) => schema),
  ) as ClassDecorator;
