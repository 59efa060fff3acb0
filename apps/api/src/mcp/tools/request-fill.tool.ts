import { Injectable } from '@nestjs/common';
import { AiBudgetService, FillRequestsService } from '#lib/ai';
import { argumentsOf, objectOf } from '../json-schema';
import { renderFacts } from '../text-table';
import type { ToolAnswer } from '../tool-answer';
import { AgentTool, type ToolCall } from './agent-tool';
import { SESSION_ID } from './tool-arguments';

const KINDS = ['daily', 'weekly'] as const;

interface Given {
  readonly session_id: number;
  readonly kind?: (typeof KINDS)[number];
  readonly only_missing?: boolean;
}

@Injectable()
export class RequestFillTool extends AgentTool<Given> {
  readonly name = 'request_fill';
  readonly title = 'Have records filled by AI';
  readonly description =
    'Queues a job in which the configured models fill the missing records of a session (the last ten days, or eight ' +
    'weeks), and answers its id: follow it with get_job. It spends the day’s AI budget, and is refused where none is left.';
  override readonly scope = 'write';
  override readonly isIdempotent = false;
  readonly input = argumentsOf(
    {
      session_id: SESSION_ID,
      kind: { type: 'string', enum: KINDS, default: 'daily' },
      only_missing: {
        ...{ type: 'boolean', default: true },
        description: 'false: the newest record is written over',
      },
    },
    ['session_id'],
  );

  constructor(
    private readonly budget: AiBudgetService,
    private readonly fills: FillRequestsService,
  ) {
    super();
  }

  output() {
    const left = objectOf({ calls: { type: 'integer' }, tokens: { type: 'integer' } });
    return objectOf({
      jobId: { type: 'integer' },
      statusUrl: { type: 'string' },
      budgetLeft: {
        ...left,
        type: ['object', 'null'],
        description: 'Before this job; null: the models in use are free',
      },
    });
  }

  async run(
    { session_id: id, kind = 'daily', only_missing: onlyMissing = true }: Given,
    { caller }: ToolCall,
  ): Promise<ToolAnswer> {
    const budgetLeft = await this.budget.requireLeft(caller.userId);
    const { jobId } = await (kind === 'daily'
      ? this.fills.requestDaily(id, onlyMissing, caller.userId)
      : this.fills.requestWeekly(id, onlyMissing, caller.userId));
    return {
      data: { jobId, statusUrl: `/api/jobs/${jobId}`, budgetLeft },
      text: renderFacts({ job: jobId, 'AI calls left before it': budgetLeft?.calls ?? 'unlimited' }),
      rows: 1,
    };
  }
}
