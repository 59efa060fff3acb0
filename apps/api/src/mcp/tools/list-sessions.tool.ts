import { Injectable } from '@nestjs/common';
import {
  PRIMARY_PHASES,
  type PrimaryPhase,
  sessionSearch,
  SESSION_SORTS,
  type SessionSort,
  SessionsService,
} from '#lib/tracking';
import { argumentsOf, pageOf } from '../json-schema';
import type { ReplySchemas } from '../reply-schemas';
import { rounded } from '../text-table';
import { answerPage, type ToolAnswer } from '../tool-answer';
import { AgentTool } from './agent-tool';
import { pick } from './pick';
import { PAGE, type PageArguments, readPage } from './tool-arguments';

const SHOWN = [
  ...(['id', 'code', 'stockName', 'entryDate', 'status', 'currentPrimaryPhase', 'source', 'priority'] as const),
  ...([
    'nextReviewAt',
    'aiConsensus',
    'fundamentalScore',
    'entryClosePrice',
    'latestClose',
    'latestTradeDate',
  ] as const),
  ...(['closeVsEntryPct', 'changePct', 'volumeRatio', 'circulatingMarketCapYi'] as const),
  ...(['invalidationPrice', 'invalidationSide', 'invalidationAsOf', 'invalidationDistancePct'] as const),
] as const;

const STATUSES = ['all', 'open', 'closed'] as const;

interface Given extends PageArguments {
  readonly status?: (typeof STATUSES)[number];
  readonly phase?: PrimaryPhase;
  readonly min_priority?: number;
  readonly code?: string;
  readonly sort?: SessionSort;
  readonly order?: 'asc' | 'desc';
}

@Injectable()
export class ListSessionsTool extends AgentTool<Given> {
  readonly name = 'list_sessions';
  readonly title = 'Tracking sessions';
  readonly description =
    'Tracking sessions of stocks since an entry day, with phase, priority (0 to 100), review date and the latest figures: ' +
    'prices in yuan as traded, closeVsEntryPct in percent and adjusted for ex-rights, market caps in 亿 yuan. ' +
    'Closes beyond invalidationPrice end the newest reading of its records; invalidationDistancePct is how far it is. ' +
    'get_session has the records of one. Descriptive, not advice.';
  readonly input = argumentsOf({
    status: { type: 'string', enum: STATUSES, default: 'open' },
    phase: { type: 'string', enum: PRIMARY_PHASES, description: 'Left out: all phases' },
    min_priority: { type: 'integer', minimum: 0, maximum: 100, description: 'This priority or a higher one' },
    code: {
      type: 'string',
      minLength: 1,
      maxLength: 100,
      description: 'The beginning of the code, or a part of the name',
    },
    sort: { type: 'string', enum: SESSION_SORTS, default: 'priority' },
    order: { type: 'string', enum: ['asc', 'desc'], default: 'desc' },
    ...PAGE,
  });

  constructor(private readonly sessions: SessionsService) {
    super();
  }

  output(replies: ReplySchemas) {
    return pageOf(replies.get('ListedSessionResponse', SHOWN));
  }

  async run({
    status = 'open',
    phase,
    min_priority: minPriority,
    code,
    sort = 'priority',
    order = 'desc',
    ...given
  }: Given): Promise<ToolAnswer> {
    const page = readPage(given);
    const { sessions, total } = await this.sessions.list({
      ...{ status, phase, minPriority, sort, order, ...page, includeDeleted: false },
      search: code === undefined ? undefined : sessionSearch(code),
      ...{ aiConsensus: undefined, review: undefined, scope: undefined, codes: undefined, userId: undefined },
    });
    return answerPage({
      items: sessions.map((session) => pick(session, SHOWN)),
      ...{ total, offset: page.offset },
      columns: [
        { title: 'session', cell: ({ id }) => id },
        { title: 'code', cell: (row) => row.code },
        { title: 'name', cell: ({ stockName }) => stockName },
        { title: 'entry', cell: ({ entryDate }) => entryDate },
        { title: 'status', cell: (row) => row.status },
        { title: 'phase', cell: ({ currentPrimaryPhase }) => currentPrimaryPhase },
        { title: 'priority', cell: ({ priority }) => priority },
        { title: 'review', cell: ({ nextReviewAt }) => nextReviewAt },
        { title: 'close 元', cell: ({ latestClose }) => rounded(latestClose) },
        { title: 'vs entry %', cell: ({ closeVsEntryPct }) => rounded(closeVsEntryPct) },
        { title: 'to invalidation %', cell: ({ invalidationDistancePct: distance }) => rounded(distance) },
      ],
    });
  }
}
