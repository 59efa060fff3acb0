import { Controller, Get, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { AppError } from '#lib/kernel';
import { JobsService } from '#lib/queue';
import { ApiEnvelope, Authenticated, type Caller, CurrentCaller, PathId } from '../http';
import { pagination } from '../http/pagination.response';
import { JobListResponse, JobResponse, jobResponse, listedJobResponse } from './job.response';
import { JobPageQuery } from './job.requests';

@ApiTags('jobs')
@Controller('/api/jobs')
export class JobsController {
  constructor(private readonly jobs: JobsService) {}

  @Get()
  @Authenticated({ keys: 'any' })
  @ApiOperation({ summary: 'Background jobs, newest first: own ones, administrators see all' })
  @ApiEnvelope(JobListResponse)
  async list(@Query() query: JobPageQuery, @CurrentCaller() caller: Caller): Promise<JobListResponse> {
    const requestedBy = caller.role === 'admin' ? undefined : caller.userId;
    const { jobs, total } = await this.jobs.list({ requestedBy, state: query.state, name: query.name }, query);
    return { jobs: jobs.map(listedJobResponse), pagination: pagination(query, total) };
  }

  /** Somebody else's job looks like none at all, except to administrators. */
  @Get(':id')
  @Authenticated({ keys: 'any' })
  @ApiOperation({ summary: 'State, progress, result or error of an own background job; administrators see all' })
  @ApiEnvelope(JobResponse)
  async get(@PathId('id') id: number, @CurrentCaller() caller: Caller): Promise<JobResponse> {
    const view = await this.jobs.get(id);
    if (view === undefined || (view.requestedBy !== caller.userId && caller.role !== 'admin')) {
      throw AppError.notFound('there is no such job');
    }
    return jobResponse(view);
  }
}
