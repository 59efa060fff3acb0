import { EVENT_TYPES, type EventType } from '#lib/events';
import {
  CHANNEL_KINDS,
  type ChannelKind,
  type ChannelView,
  DELIVERY_STATES,
  type DeliveryRow,
  type DeliveryState,
  type EventRow,
  RULE_EVENTS,
  type RuleEvent,
  type RuleRow,
} from '#lib/notifications';
import { ApiCount, ApiEnum, ApiFlag, ApiId, ApiInstant, ApiInteger, ApiJson, ApiObject, ApiText } from '../http';
import { PaginationResponse } from '../http/pagination.response';
import { ANY_EVENT } from './event-schemas';

export class ChannelResponse {
  @ApiId() id!: number;
  @ApiText() name!: string;
  @ApiEnum(CHANNEL_KINDS) kind!: ChannelKind;
  @ApiText({ nullable: true }) endpoint!: string | null;
  @ApiJson({
    nullable: true,
    description: 'Secrets are masked; null where they cannot be read and must be given again',
  })
  config!: Record<string, unknown> | null;
  @ApiFlag() enabled!: boolean;
  @ApiText({ nullable: true, description: 'Where an answer of the service switched it off' })
  disabledReason!: string | null;
  @ApiInstant() createdAt!: Date;
  @ApiInstant() updatedAt!: Date;
}

export function toChannelResponse({ config, ...channel }: ChannelView): ChannelResponse {
  return { ...channel, config: config === null ? null : { ...config } };
}

export class ChannelsResponse {
  @ApiObject([ChannelResponse]) channels!: ChannelResponse[];
}

export class OneChannelResponse {
  @ApiObject(ChannelResponse) channel!: ChannelResponse;
}

export class ChannelCreatedResponse extends OneChannelResponse {
  @ApiText({ nullable: true, description: 'The secret that was made for a webhook; it is shown this once' })
  secret!: string | null;
}

export class ChannelTestResponse {
  @ApiFlag() delivered!: boolean;
  @ApiText({ description: 'What the service answered, in our words' }) reason!: string;
}

export class RuleResponse implements Omit<RuleRow, 'channelIds' | 'conditions'> {
  @ApiId() id!: number;
  @ApiText() name!: string;
  @ApiEnum(RULE_EVENTS) event!: RuleEvent;
  @ApiJson() conditions!: Record<string, unknown>;
  @ApiInteger({ isArray: true }) channelIds!: number[];
  @ApiText({ nullable: true }) quietHours!: string | null;
  @ApiFlag() enabled!: boolean;
  @ApiInstant() createdAt!: Date;
  @ApiInstant() updatedAt!: Date;
}

export function toRuleResponse({ conditions, channelIds, ...rule }: RuleRow): RuleResponse {
  return { ...rule, conditions: { ...conditions }, channelIds: [...channelIds] };
}

export class RulesResponse {
  @ApiObject([RuleResponse]) rules!: RuleResponse[];
}

export class OneRuleResponse {
  @ApiObject(RuleResponse) rule!: RuleResponse;
}

export class DeletedResponse {
  @ApiId() id!: number;
  @ApiEnum([true]) deleted!: true;
}

class MessageSectionResponse {
  @ApiText() heading!: string;
  @ApiText({ isArray: true }) lines!: string[];
  @ApiCount() total!: number;
}

export class MessageResponse {
  @ApiText() title!: string;
  @ApiText({ isArray: true }) lines!: string[];
  @ApiCount({ description: 'Of what it counts; a channel shows the first ten lines' }) total!: number;
  @ApiObject([MessageSectionResponse], { description: 'Of a daily digest, after the lines' })
  sections!: MessageSectionResponse[];
  @ApiText({ nullable: true }) link!: string | null;
}

export class DeliveryResponse implements Omit<DeliveryRow, 'message' | 'serviceAnswer'> {
  @ApiId() id!: number;
  @ApiId({ description: 'The first event of the digest' }) eventId!: number;
  @ApiEnum(EVENT_TYPES) eventType!: EventType;
  @ApiId() channelId!: number;
  @ApiObject(MessageResponse) message!: MessageResponse;
  @ApiEnum(DELIVERY_STATES) state!: DeliveryState;
  @ApiCount() attempts!: number;
  @ApiInstant({ nullable: true }) nextAttemptAt!: Date | null;
  @ApiInteger({ nullable: true, description: 'HTTP status or SMTP code' }) lastStatus!: number | null;
  @ApiText({ nullable: true, description: 'The last answer in our words' }) lastAnswer!: string | null;
  @ApiText({ nullable: true, description: 'The service’s own text, for administrators' }) serviceAnswer!: string | null;
  @ApiInstant({ nullable: true }) sentAt!: Date | null;
  @ApiInstant() createdAt!: Date;
}

export function toDeliveryResponse(
  { message, serviceAnswer, ...delivery }: DeliveryRow,
  isAdministrator: boolean,
): DeliveryResponse {
  return {
    ...delivery,
    message: {
      ...message,
      lines: [...message.lines],
      sections: (message.sections ?? []).map((section) => ({ ...section, lines: [...section.lines] })),
    },
    serviceAnswer: isAdministrator ? serviceAnswer : null,
  };
}

export class DeliveriesResponse {
  @ApiObject([DeliveryResponse]) deliveries!: DeliveryResponse[];
  @ApiObject(PaginationResponse) pagination!: PaginationResponse;
}

export class OneDeliveryResponse {
  @ApiObject(DeliveryResponse) delivery!: DeliveryResponse;
}

export class EventsResponse {
  @ApiJson({ description: 'One schema a type' }, { type: 'array', items: ANY_EVENT })
  events!: EventRow[];
  @ApiObject(PaginationResponse) pagination!: PaginationResponse;
}
