import { Body, Controller, Delete, Get, Headers, Param, Patch, Post, Query, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import {
  DEFAULT_FILTERS,
  FORMULA_EXAMPLES,
  FORMULA_FIELDS,
  FORMULA_FUNCTIONS,
  FormulasService,
  LONGEST_FORMULA,
  nameFilters,
  OwnScreensService,
  readFilters,
  readOwnId,
  ScreenCatalog,
  ScreenDaysService,
  ScreensService,
  type ScreenView,
  viewOwn,
} from '#lib/screens';
import { ApiEnvelope, Authenticated, type Caller, CurrentCaller, Public } from '../http';
import { closedSignal } from '../http/closed-signal';
import { pagination } from '../http/pagination.response';
import {
  ChangeScreenBody,
  CheckFormulaBody,
  CreateScreenBody,
  OpenScreenSessionsBody,
  RunScreenBody,
  ScreenDaysQuery,
  ScreenVersionQuery,
} from './screen.requests';
import {
  FormulaCheckResponse,
  FormulaLanguageResponse,
  OneScreenResponse,
  RunScreenResponse,
  ScreenDaysResponse,
  ScreenDeletedResponse,
  ScreenResponse,
  ScreenSessionsResponse,
  ScreensResponse,
} from './screen.responses';

const RUN_ERRORS = {
  400: 'invalid_input; no_data_on_day: no bars of `as_of`; run_too_long',
  404: 'no screen has this id',
  409: 'screen_unavailable: the market lacks what the screen needs',
};

@ApiTags('screens')
@Controller('api/screens')
export class ScreensController {
  constructor(
    private readonly catalog: ScreenCatalog,
    private readonly screens: ScreensService,
    private readonly days: ScreenDaysService,
    private readonly own: OwnScreensService,
    private readonly formulas: FormulasService,
  ) {}

  @Get()
  @Public()
  @ApiOperation({ summary: 'All screens: those of the program, and those that users wrote' })
  @ApiEnvelope(ScreensResponse)
  async list(): Promise<ScreensResponse> {
    return { screens: (await this.catalog.list()).map(toResponse) };
  }

  @Get('language')
  @Public()
  @ApiOperation({
    summary: 'What formulas may use: fields, functions with an example each, and formulas to start from',
  })
  @ApiEnvelope(FormulaLanguageResponse)
  language(): FormulaLanguageResponse {
    return {
      fields: FORMULA_FIELDS,
      functions: FORMULA_FUNCTIONS,
      examples: FORMULA_EXAMPLES,
      filters: nameFilters(DEFAULT_FILTERS),
      longestFormula: LONGEST_FORMULA,
    };
  }

  @Get(':id')
  @Public()
  @ApiOperation({ summary: 'One screen' })
  @ApiEnvelope(OneScreenResponse)
  async get(@Param('id') id: string, @Query() { version }: ScreenVersionQuery): Promise<OneScreenResponse> {
    return { screen: toResponse(await this.catalog.get(id, version)) };
  }

  @Post()
  @Authenticated()
  @ApiOperation({ summary: 'Write a screen of your own as a formula' })
  @ApiEnvelope(OneScreenResponse, { errors: { 409: 'name_taken; too_many_screens' } })
  async create(@Body() body: CreateScreenBody, @CurrentCaller() { userId }: Caller): Promise<OneScreenResponse> {
    const { name, formula, description = null, filters = {} } = body;
    const screen = await this.own.create({ name, formula, description, filters: readFilters(filters) }, userId);
    return { screen: toResponse(viewOwn(screen)) };
  }

  @Patch(':id')
  @Authenticated()
  @ApiOperation({ summary: 'Change a screen of your own; another formula or other filters make a new version' })
  @ApiEnvelope(OneScreenResponse, { errors: { 403: 'not_your_screen', 409: 'name_taken' } })
  async change(
    @Param('id') id: string,
    @Body() { filters, ...changes }: ChangeScreenBody,
    @CurrentCaller() caller: Caller,
  ): Promise<OneScreenResponse> {
    const draft = filters === undefined ? changes : { ...changes, filters: readFilters(filters) };
    return { screen: toResponse(viewOwn(await this.own.change(readOwnId(id), draft, writerOf(caller)))) };
  }

  @Delete(':id')
  @Authenticated()
  @ApiOperation({ summary: 'Delete a screen of your own, with its versions' })
  @ApiEnvelope(ScreenDeletedResponse, {
    errors: { 403: 'not_your_screen', 409: 'screen_in_use: a study or an alert names it' },
  })
  async remove(@Param('id') id: string, @CurrentCaller() caller: Caller): Promise<ScreenDeletedResponse> {
    await this.own.remove(readOwnId(id), writerOf(caller));
    return { id, deleted: true };
  }

  @Post('check')
  @Authenticated({ keys: 'any', reads: true })
  @ApiOperation({ summary: 'Check a formula: its errors, or what it shows and on how many stocks it held lately' })
  @ApiEnvelope(FormulaCheckResponse, { errors: { 400: 'invalid_input; run_too_long' } })
  check(
    @Body() { formula, filters = {} }: CheckFormulaBody,
    @Headers('accept-language') language: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<FormulaCheckResponse> {
    return this.formulas.check(formula, readFilters(filters), {
      language: language?.trim().toLowerCase().startsWith('zh') === true ? 'zh' : 'en',
      signal: closedSignal(reply),
    });
  }

  @Post(':id/run')
  @Authenticated({ keys: 'any', reads: true })
  @ApiOperation({ summary: 'Run a screen over the market of a day' })
  @ApiEnvelope(RunScreenResponse, { errors: RUN_ERRORS })
  async run(
    @Param('id') id: string,
    @Body() body: RunScreenBody,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<RunScreenResponse> {
    const run = await this.screens.run(id, readRequest(body), body, closedSignal(reply));
    return { ...run, pagination: pagination(body, run.matched) };
  }

  @Get(':id/days')
  @Authenticated({ keys: 'any' })
  @ApiOperation({ summary: 'The days on which a stock was a hit of a screen' })
  @ApiEnvelope(ScreenDaysResponse, {
    errors: {
      400: 'invalid_input; range_too_long: more than 1,250 open days; run_too_long',
      404: 'no screen has this id, or no stock this code',
      409: 'needs_whole_market: the screen picks the best of the day; screen_unavailable',
    },
  })
  findDays(
    @Param('id') id: string,
    @Query() query: ScreenDaysQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ScreenDaysResponse> {
    return this.days.find(id, query, closedSignal(reply));
  }

  @Post(':id/sessions')
  @Authenticated()
  @ApiOperation({ summary: 'Open a session for each hit of a screen, or for some of them' })
  @ApiEnvelope(ScreenSessionsResponse, {
    errors: { ...RUN_ERRORS, 400: `${RUN_ERRORS[400]}; not_a_hit: a code that is none` },
  })
  open(
    @Param('id') id: string,
    @Body() body: OpenScreenSessionsBody,
    @CurrentCaller() { userId }: Caller,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ScreenSessionsResponse> {
    return this.screens.openSessions(id, readRequest(body), body.codes, { userId, signal: closedSignal(reply) });
  }
}

function readRequest({ as_of, params = {}, filters = {} }: OpenScreenSessionsBody) {
  return { asOf: as_of, params, filters: readFilters(filters) };
}

function writerOf({ userId, role }: Caller): { userId: number; isAdministrator: boolean } {
  return { userId, isAdministrator: role === 'admin' };
}

function toResponse({ filters, ...view }: ScreenView): ScreenResponse {
  return { ...view, filters: nameFilters(filters) };
}
