import { Injectable } from '@nestjs/common';
import { Database } from '#lib/database';
import { CallBudgetsService } from '#lib/rate-limits';
import { hashArguments } from './hash-arguments';
import { insertMcpCall } from './persistence/mcp-calls.query';

/** Calls of a key in a minute, over all tools. */
const CALLS_PER_MINUTE = 60;

/** Whose call it is. */
export interface AgentKey {
  readonly userId: number;
  readonly keyPrefix: string;
}

/** A call that ended. */
export interface EndedCall {
  readonly tool: string;
  readonly arguments: unknown;
  readonly ms: number;
  readonly rows: number;
  /** Null: it succeeded. */
  readonly errorCode: string | null;
}

/** What agents may call how often, and what they called. */
@Injectable()
export class AgentCallsService {
  constructor(
    private readonly db: Database,
    private readonly budgets: CallBudgetsService,
  ) {}

  /**
   * Counts a call in the key's budget of the minute, and in the tool's own where it has one.
   * @throws AppError `rate_limited` with the seconds until the next minute.
   */
  async admit({ keyPrefix }: AgentKey, tool: string, callsOfTool: number | undefined): Promise<void> {
    await this.budgets.admit({ key: `mcp:${keyPrefix}`, perMinute: CALLS_PER_MINUTE });
    if (callsOfTool === undefined) return;
    await this.budgets.admit({ key: `mcp:${keyPrefix}:${tool}`, perMinute: callsOfTool });
  }

  /** Keeps a row of the call. Of its arguments only a hash is kept. */
  async record({ userId, keyPrefix }: AgentKey, { arguments: given, ms, ...call }: EndedCall): Promise<void> {
    await insertMcpCall(this.db, {
      ...{ userId, keyPrefix, ...call },
      ...{ argumentsHash: hashArguments(given), ms: Math.round(ms) },
    });
  }
}
