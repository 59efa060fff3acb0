import {
  Body,
  Controller,
  Delete,
  Get,
  Headers,
  HttpCode,
  type MessageEvent,
  Post,
  Query,
  Res,
  Sse,
  UseGuards,
} from '@nestjs/common';
import { ApiOperation, ApiProduces, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { map, type Observable } from 'rxjs';
import { casesCsv, PORTFOLIO_ASSUMPTIONS, PortfoliosService, StudiesService } from '#lib/studies';
import {
  ApiEnvelope,
  ApiEventStream,
  Authenticated,
  type Caller,
  CurrentCaller,
  PathId,
  RawResponse,
  withHeartbeat,
} from '../http';
import { closedSignal } from '../http/closed-signal';
import { nameCsv } from '../http/list-file';
import { wantsCsv } from '../http/list-format';
import { pagination } from '../http/pagination.response';
import { ExistingStudyGuard } from './existing-study.guard';
import { PortfolioBody, toPortfolioAsked } from './portfolio.requests';
import { PortfolioResponse } from './portfolio.responses';
import { StartStudyBody, StudyCasesQuery, StudyPageQuery, toStudyAsked } from './study.requests';
import {
  StudyCasesResponse,
  StudyLibraryResponse,
  StudyListResponse,
  StudyResponse,
  StudyStartedResponse,
} from './study.responses';
import { notableCases, toListedStudy, toStudyResponse, withNames } from './study-view';

@ApiTags('studies')
@Controller('api/studies')
export class StudiesController {
  constructor(
    private readonly studies: StudiesService,
    private readonly portfolios: PortfoliosService,
  ) {}

  @Post()
  @HttpCode(202)
  @Authenticated()
  @ApiOperation({ summary: 'Study what the hits of a screen were worth, in the background' })
  @ApiEnvelope(StudyStartedResponse, {
    status: 202,
    description: 'Queued, or the id of the same study on the same data',
    errors: {
      400: 'invalid_input; range_too_long; no_data_in_span: no bars of the days',
      404: 'no screen has this id',
      409: 'screen_unavailable: the market lacks what the screen needs',
    },
  })
  start(@Body() body: StartStudyBody, @CurrentCaller() { userId }: Caller): Promise<StudyStartedResponse> {
    return this.studies.start(toStudyAsked(body), userId);
  }

  @Get()
  @Authenticated({ keys: 'any' })
  @ApiOperation({ summary: 'Studies, newest first' })
  @ApiEnvelope(StudyListResponse)
  async list(@Query() { screen, status, ...page }: StudyPageQuery): Promise<StudyListResponse> {
    const { studies, total } = await this.studies.list({ screenId: screen, status }, page);
    return { studies: studies.map(toListedStudy), pagination: pagination(page, total) };
  }

  @Get('library')
  @Authenticated({ keys: 'any' })
  @ApiOperation({ summary: 'The newest completed study of each screen, and which of them are discoveries' })
  @ApiEnvelope(StudyLibraryResponse)
  async library(): Promise<StudyLibraryResponse> {
    const studies = await this.studies.library();
    return {
      studies: studies.map(({ study, discovery }) => ({
        ...{ screen: study.screenId, study: toListedStudy(study), discovery },
      })),
    };
  }

  @Get(':id')
  @Authenticated({ keys: 'any' })
  @ApiOperation({ summary: 'One study: status and progress, and its figures once it is completed' })
  @ApiEnvelope(StudyResponse)
  async get(@PathId('id') id: number): Promise<StudyResponse> {
    const study = await this.studies.get(id);
    return toStudyResponse(study, await this.studies.stockNames(notableCases(study)));
  }

  @Get(':id/cases')
  @RawResponse()
  @Authenticated({ keys: 'any' })
  @ApiOperation({ summary: 'Cases of a study by signal day and rank, as JSON pages or as one CSV' })
  @ApiProduces('application/json', 'text/csv')
  @ApiEnvelope(StudyCasesResponse)
  async cases(
    @PathId('id') id: number,
    @Query() { format, ...page }: StudyCasesQuery,
    @Headers('accept') accept: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string | { success: true; data: StudyCasesResponse }> {
    if (wantsCsv(format, accept)) {
      const { cases, study } = await this.studies.allCases(id);
      nameCsv(reply, `study-${String(id)}`, study.marketSource);
      return casesCsv(cases, study.horizons);
    }
    const { cases, total, study } = await this.studies.cases(id, page);
    return { success: true, data: { cases, warnings: study.warnings, pagination: pagination(page, total) } };
  }

  @Sse(':id/events')
  @UseGuards(ExistingStudyGuard)
  @Authenticated({ keys: 'any' })
  @ApiOperation({ summary: 'Follow a study: Server-Sent Events with it each time it changes, until it ends' })
  @ApiEventStream(StudyResponse)
  async events(@PathId('id') id: number): Promise<Observable<MessageEvent>> {
    const states = await this.studies.watch(id);
    return withHeartbeat(
      states.pipe(
        map((study) => ({
          ...{ type: study.finishedAt === null ? 'progress' : study.status, data: toListedStudy(study) },
        })),
      ),
    );
  }

  @Post(':id/portfolio')
  @HttpCode(200)
  @Authenticated({ keys: 'any', reads: true })
  @ApiOperation({ summary: 'What a portfolio that buys the cases of a study would have made' })
  @ApiEnvelope(PortfolioResponse, { errors: { 409: 'study_not_completed: it has no cases yet' } })
  async portfolio(
    @PathId('id') id: number,
    @Body() body: PortfolioBody,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<PortfolioResponse> {
    const asked = toPortfolioAsked(body);
    const { figures, trades, equity, band } = await this.portfolios.simulate(id, asked, closedSignal(reply));
    const { positions, capital } = asked;
    const assumptions = Object.values(PORTFOLIO_ASSUMPTIONS);
    const named = withNames(trades, await this.studies.stockNames(trades));
    return { positions, capital, trades: named, equity, ...figures, band, assumptions };
  }

  @Delete(':id')
  @Authenticated()
  @ApiOperation({ summary: 'Cancel a study' })
  @ApiEnvelope(StudyResponse, { errors: { 409: 'study_ended: it has ended already' } })
  async cancel(@PathId('id') id: number): Promise<StudyResponse> {
    return toListedStudy(await this.studies.cancel(id));
  }
}
