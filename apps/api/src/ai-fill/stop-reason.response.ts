import { CHAT_ERROR_CODES, type ChatErrorCode, type StopReason } from '#lib/ai';
import { ApiEnum, ApiText } from '../http';

/** Why a drain or a replay stopped early. */
export class StopReasonResponse implements StopReason {
  @ApiEnum(CHAT_ERROR_CODES, { example: 'no_credit', description: "A model's fault" }) code!: ChatErrorCode;
  @ApiText() message!: string;
}
