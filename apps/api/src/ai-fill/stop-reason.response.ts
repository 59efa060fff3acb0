import { CHAT_FAULT_CODES, type ChatFaultCode, type StopReason } from '#lib/ai';
import { ApiEnum, ApiText } from '../http';

/** Why a drain or a replay stopped early. */
export class StopReasonResponse implements StopReason {
  @ApiEnum(CHAT_FAULT_CODES, { example: 'no_credit', description: "A model's fault" }) code!: ChatFaultCode;
  @ApiText() message!: string;
}
