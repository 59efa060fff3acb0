import { Injectable } from '@nestjs/common';
import {
  JUDGEMENT_KINDS,
  type JudgementKind,
  RECORD_GROUPS,
  type RecordGroup,
  type RecordOfHorizon,
  TrackRecordService,
} from '#lib/ai';
import { marketNotices, MarketStateService } from '#lib/market-data';
import { argumentsOf, objectOf, WARNINGS } from '../json-schema';
import type { ReplySchemas } from '../reply-schemas';
import { renderTable, rounded } from '../text-table';
import type { ToolAnswer } from '../tool-answer';
import { AgentTool } from './agent-tool';
import { dayOf, readDay } from './tool-arguments';

interface Given {
  readonly by?: RecordGroup;
  readonly model?: string;
  readonly kind?: JudgementKind;
  readonly from?: string;
  readonly to?: string;
}

@Injectable()
export class GetTrackRecordTool extends AgentTool<Given> {
  readonly name = 'get_track_record';
  readonly title = 'Track record of judgements';
  readonly description =
    'How often the judgements of models and of screens were right, by group and horizon in open days: hit rate in percent ' +
    'with its 95 % interval, the base rate, n and nEff (what n is worth, as judgements of a month share its weather). ' +
    '`insufficient` means that nothing can be concluded: then say so rather than quote the rate. Not advice.';
  override readonly narrower = 'name one model, kind or span of days';
  readonly input = argumentsOf({
    by: { type: 'string', enum: RECORD_GROUPS, default: 'model', description: 'What a group is' },
    model: { type: 'string', minLength: 1, maxLength: 100, description: 'One model, such as rules; left out: all' },
    kind: { type: 'string', enum: JUDGEMENT_KINDS, description: 'One kind of judgement' },
    from: dayOf('First day that judgements were made on'),
    to: dayOf('Last day'),
  });

  constructor(
    private readonly trackRecord: TrackRecordService,
    private readonly market: MarketStateService,
  ) {
    super();
  }

  output(replies: ReplySchemas) {
    return objectOf({ models: { type: 'array', items: replies.get('ModelRecordResponse') }, warnings: WARNINGS });
  }

  async run({ from, to, ...query }: Given): Promise<ToolAnswer> {
    const span = { from: readDay('from', from), to: readDay('to', to) };
    const [models, { source }] = await Promise.all([this.trackRecord.of({ ...query, ...span }), this.market.read()]);
    const rows = models.flatMap(({ horizons, ...group }) => horizons.map((figures) => ({ ...group, ...figures })));
    const text = renderTable(rows, [
      { title: 'model', cell: ({ model }) => model },
      { title: 'version', cell: ({ version }) => version },
      { title: 'kind', cell: ({ kind }) => kind },
      { title: 'value', cell: ({ value }) => value },
      { title: 'horizon', cell: ({ horizon }) => horizon },
      { title: 'n', cell: ({ n }) => n },
      { title: 'n_eff', cell: ({ nEff }) => rounded(nEff) },
      { title: 'hit rate % (95 %)', cell: renderRate },
      { title: 'base %', cell: ({ baseRatePct }) => rounded(baseRatePct) },
    ]);
    return { data: { models, warnings: marketNotices(source) }, text, rows: rows.length };
  }
}

function renderRate({ insufficient, hitRatePct, lowPct, highPct }: RecordOfHorizon): string {
  if (insufficient || hitRatePct === null) return 'insufficient';
  return `${rounded(hitRatePct)} (${rounded(lowPct)} to ${rounded(highPct)})`;
}
