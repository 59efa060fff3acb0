import { Injectable } from '@nestjs/common';
import { readFilters, ScreensService } from '#lib/screens';
import { argumentsOf, pageOf } from '../json-schema';
import type { ReplySchemas } from '../reply-schemas';
import { rounded } from '../text-table';
import { answerPage, type ToolAnswer } from '../tool-answer';
import { AgentTool, type ToolCall } from './agent-tool';
import { pick } from './pick';
import { dayOf, PAGE, type PageArguments, readDay, readPage } from './tool-arguments';

const ABOUT_RUN = [
  ...(['screen', 'asOf', 'params', 'filters', 'dataThrough', 'evaluated', 'ms', 'warnings', 'marketSource'] as const),
] as const;

interface Given extends PageArguments {
  readonly screen_id: string;
  readonly as_of?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly filters?: Readonly<Record<string, unknown>>;
}

@Injectable()
export class RunScanTool extends AgentTool<Given> {
  readonly name = 'run_scan';
  readonly title = 'Run a screen over the market';
  readonly description =
    'Runs a screen over the whole market on one day and answers its hits, best first, with the numbers that made them ' +
    'one (evidence; units stand in its keys). Nothing is stored. Closes in yuan as traded, pctChange in percent against ' +
    'the ex-right previous close, market caps in 亿 yuan. A hit describes what happened; it is no advice, and ' +
    'study_screen tells what such hits were worth.';
  override readonly callsPerMinute = 10;
  readonly input = argumentsOf(
    {
      screen_id: { type: 'string', minLength: 1, maxLength: 64, description: 'From list_screens, such as top_gainers' },
      as_of: dayOf('Left out: the newest complete day'),
      params: { type: 'object', description: 'As `params` of the screen says; the others have their defaults' },
      filters: {
        type: 'object',
        description:
          'Some of exclude_st, exclude_locked, min_list_days, min_amount20 (yuan), boards, circ_mkt_min_yi, circ_mkt_max_yi',
      },
      ...PAGE,
    },
    ['screen_id'],
  );

  constructor(private readonly screens: ScreensService) {
    super();
  }

  output(replies: ReplySchemas) {
    return pageOf(replies.get('ScreenRowResponse'), replies.get('RunScreenResponse', ABOUT_RUN).properties);
  }

  async run({ screen_id: id, as_of, params = {}, filters = {}, ...given }: Given, call: ToolCall): Promise<ToolAnswer> {
    const page = readPage(given);
    const request = { asOf: readDay('as_of', as_of), params, filters: readFilters(filters) };
    const run = await this.screens.run(id, request, page, call.signal);
    return answerPage({
      items: run.rows,
      ...{ total: run.matched, offset: page.offset },
      more: pick(run, ABOUT_RUN),
      heading: `${id} on ${run.asOf}: ${run.matched} of ${run.evaluated} stocks`,
      columns: [
        { title: '#', cell: ({ rank }) => rank },
        { title: 'code', cell: ({ code }) => code },
        { title: 'name', cell: ({ stockName }) => stockName },
        { title: 'day', cell: ({ date }) => date },
        { title: 'score', cell: ({ score }) => rounded(score) },
        { title: 'close 元', cell: ({ close }) => rounded(close) },
        { title: 'change %', cell: ({ pctChange }) => rounded(pctChange) },
        { title: 'cap 亿元', cell: ({ circulatingMarketCapYi }) => rounded(circulatingMarketCapYi) },
        { title: 'open session', cell: ({ openSessionId }) => openSessionId },
      ],
    });
  }
}
