import { Injectable } from '@nestjs/common';
import { AppError } from '#lib/kernel';
import {
  MAX_ENTRY_CLOSE_PRICE,
  MAX_SOURCE_LENGTH,
  PRIMARY_PHASES,
  type PrimaryPhase,
  SessionsService,
} from '#lib/tracking';
import { argumentsOf, objectOf } from '../json-schema';
import type { ReplySchemas } from '../reply-schemas';
import { renderFacts } from '../text-table';
import type { ToolAnswer } from '../tool-answer';
import { AgentTool, type ToolCall } from './agent-tool';
import { describeSession, moveSessionNotes } from './session-notes';
import { CODE, dayOf, readDay } from './tool-arguments';

interface Given {
  readonly code: string;
  readonly entry_date: string;
  readonly current_primary_phase?: PrimaryPhase;
  readonly source?: string;
  readonly entry_close_price?: number;
}

@Injectable()
export class CreateSessionTool extends AgentTool<Given> {
  readonly name = 'create_session';
  readonly title = 'Open a tracking session';
  readonly description =
    'Opens a tracking session of a stock from an entry day on. A stock has one open session at most: a second call is ' +
    'refused and names the open one. It buys nothing.';
  override readonly scope = 'write';
  readonly input = argumentsOf(
    {
      code: CODE,
      entry_date: dayOf('Entry day'),
      current_primary_phase: { type: 'string', enum: PRIMARY_PHASES, default: 'transition' },
      source: { type: 'string', minLength: 1, maxLength: MAX_SOURCE_LENGTH, description: 'Where the idea came from' },
      entry_close_price: {
        ...{ type: 'number', exclusiveMinimum: 0, maximum: MAX_ENTRY_CLOSE_PRICE },
        description: 'Yuan; left out: unknown',
      },
    },
    ['code', 'entry_date'],
  );

  constructor(private readonly sessions: SessionsService) {
    super();
  }

  output(replies: ReplySchemas) {
    return objectOf({ session: describeSession(replies) });
  }

  async run(given: Given, { caller }: ToolCall): Promise<ToolAnswer> {
    const entryDate = readDay('entry_date', given.entry_date);
    if (entryDate === undefined) throw AppError.invalid('entry_date is missing');
    const { session } = await this.sessions.create(
      {
        code: given.code,
        entryDate,
        stockName: null,
        currentPrimaryPhase: given.current_primary_phase,
        source: given.source?.trim() ?? null,
        entryClosePrice: given.entry_close_price ?? null,
      },
      caller.userId,
    );
    const { id, code, stockName, currentPrimaryPhase } = session;
    return {
      data: { session: moveSessionNotes(session) },
      text: renderFacts({
        session: id,
        stock: `${code} ${stockName ?? ''}`,
        entry: entryDate,
        phase: currentPrimaryPhase,
      }),
      rows: 1,
    };
  }
}
