import { Controller, Get, Inject } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { AppError } from '#lib/kernel';
import { Jobs } from '#lib/queue';
import { ApiEnvelope, Authenticated, type Caller, CurrentCaller, PathId } from '../http';
import { JobReply, jobReply } from './job.reply';

@ApiTags('jobs')
@Controller('/api/jobs')
export class JobsController {
  constructor(@Inject(Jobs) private readonly jobs: Jobs) {}

  /** Somebody else's job looks like none at all, except to administrators. */
  @Get(':id')
  @Authenticated({ keys: 'any' })
  @ApiOperation({ summary: 'State, progress, result or error of an own background job; administrators see all' })
  @ApiEnvelope(JobReply)
  async get(@PathId('id') id: number, @CurrentCaller() caller: Caller): Promise<JobReply> {
    const view = await this.jobs.get(id);
    if (view === undefined || (view.requestedBy !== caller.userId && caller.role !== 'admin')) {
      throw AppError.notFound('there is no such job');
    }
    return jobReply(view);
  }
}
