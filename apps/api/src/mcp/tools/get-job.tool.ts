import { Injectable } from '@nestjs/common';
import { AppError } from '#lib/kernel';
import { JobsService } from '#lib/queue';
import { jobResponse } from '../../jobs/job.response';
import { argumentsOf } from '../json-schema';
import type { ReplySchemas } from '../reply-schemas';
import { renderFacts } from '../text-table';
import type { ToolAnswer } from '../tool-answer';
import { AgentTool, type ToolCall } from './agent-tool';

interface Given {
  readonly job_id: number;
}

@Injectable()
export class GetJobTool extends AgentTool<Given> {
  readonly name = 'get_job';
  readonly title = 'A background job';
  readonly description =
    'State, progress, result or error of a background job of your own, such as one that request_fill queued. Instants UTC.';
  override readonly narrower = 'read the job over REST: GET /api/jobs/{id}';
  readonly input = argumentsOf({ job_id: { type: 'integer', minimum: 1 } }, ['job_id']);

  constructor(private readonly jobs: JobsService) {
    super();
  }

  output(replies: ReplySchemas) {
    return replies.get('JobResponse');
  }

  /** Somebody else's job looks like none at all, except to administrators, as over REST. */
  async run({ job_id: id }: Given, { caller }: ToolCall): Promise<ToolAnswer> {
    const view = await this.jobs.get(id);
    if (view === undefined || (view.requestedBy !== caller.userId && caller.role !== 'admin')) {
      throw AppError.notFound('there is no such job');
    }
    const job = jobResponse(view);
    const { name, state, attempts, error } = job;
    return { data: { ...job }, text: renderFacts({ job: id, name, state, attempts, error: error?.error }), rows: 1 };
  }
}
