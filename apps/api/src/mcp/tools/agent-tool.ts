import type { KeyScope } from '#lib/accounts';
import type { Caller } from '../../http';
import type { ObjectSchema } from '../json-schema';
import type { ReplySchemas } from '../reply-schemas';
import type { ToolAnswer } from '../tool-answer';

/** Who calls a tool. */
export interface ToolCall {
  readonly caller: Caller;
  /** Of the HTTP request, for the log. */
  readonly requestId: string;
  /** Aborts when the client has gone. */
  readonly signal: AbortSignal;
}

/**
 * A question that agents may ask: an adapter over the services that REST's controllers use. One file a tool; `agent-tools.ts`
 * lists them.
 */
export abstract class AgentTool<Arguments = Record<string, never>> {
  /** `verb_noun` in snake_case. */
  abstract readonly name: string;
  abstract readonly title: string;
  /** For the model: units, time zone, adjustment. Nothing that a user or a vendor wrote ever stands here. */
  abstract readonly description: string;
  /** The model has to give these, and nothing else; checked before {@link run}. */
  abstract readonly input: ObjectSchema;
  readonly scope: Extract<KeyScope, 'read' | 'write'> = 'read';
  /** Of one that writes: whether something that was there is lost. */
  readonly replaces: boolean = false;
  /** Of one that writes: whether a second call with the same arguments changes nothing more. */
  readonly isIdempotent: boolean = true;
  /** Calls of a key in a minute, where it is less than of all tools together. */
  readonly callsPerMinute: number | undefined = undefined;
  /** How to ask for less, where a result is too long. */
  readonly narrower: string = 'ask for a smaller limit';

  /** Of the structured result. */
  abstract output(replies: ReplySchemas): ObjectSchema;

  /** @throws AppError what the services throw. */
  abstract run(given: Arguments, call: ToolCall): Promise<ToolAnswer>;
}
