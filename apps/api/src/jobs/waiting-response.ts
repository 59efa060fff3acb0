import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { APP_CONFIG, type AppConfig } from '#lib/config';
import type { JsonValue } from '#lib/kernel';
import { type JobDefinition, JobsService, getJobResult } from '#lib/queue';
import { ApiId, ApiText } from '../http';
import { asksForAsync } from '../http/prefer';

/** What a caller gets who doesn't wait for a job, or whose wait was too long. */
export class JobAcceptedResponse {
  @ApiId() jobId!: number;
  @ApiText({ example: '/api/jobs/17' }) statusUrl!: string;
}

/**
 * Answers routes whose work is a job: waits for its row, with a bound and for as long as the client stays, or says where to
 * look. Such a route is marked {@link WaitsForJob}.
 */
@Injectable()
export class WaitingResponse {
  constructor(
    private readonly jobs: JobsService,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /**
   * @param prefer the request's `Prefer` header; `respond-async` asks for no waiting.
   * @returns the job's result, or with status 202 where to find it.
   * @throws AppError the one that the job failed with.
   */
  async of<Payload extends object, Result extends JsonValue>(
    definition: JobDefinition<Payload, Result>,
    jobId: number,
    prefer: string | undefined,
    reply: FastifyReply,
  ): Promise<Result | JobAcceptedResponse> {
    if (!asksForAsync(prefer)) {
      const closed = new AbortController();
      reply.raw.once('close', () => closed.abort());
      const view = await this.jobs.wait(jobId, this.config.jobWaitSeconds * 1000, closed.signal);
      const result = getJobResult(definition, view);
      if (result !== undefined) return result;
    }
    void reply.status(202);
    return { jobId, statusUrl: `/api/jobs/${jobId}` };
  }
}
