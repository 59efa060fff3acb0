import { Injectable } from '@nestjs/common';
import { ScreenCatalog } from '#lib/screens';
import { StudiesService, type StudyHorizon } from '#lib/studies';
import { notableCases, toStudyResponse } from '../../studies/study-view';
import { argumentsOf, type JsonSchema, objectOf } from '../json-schema';
import type { ReplySchemas } from '../reply-schemas';
import { renderTable, rounded } from '../text-table';
import type { ToolAnswer } from '../tool-answer';
import { AgentTool } from './agent-tool';

interface Given {
  readonly screen_id: string;
}

@Injectable()
export class StudyScreenTool extends AgentTool<Given> {
  readonly name = 'study_screen';
  readonly title = 'What the hits of a screen were worth';
  readonly description =
    'The newest completed outcome study of a screen: by horizon in open days the hit rate and the excess over the median ' +
    'stock in percent with 95 % intervals, net of costs where it says net, n and nEff, and what the study assumes. ' +
    '`insufficient` means that nothing can be concluded. `studied: false`: nobody studied it yet. Past results, not advice.';
  override readonly narrower = 'read the study over REST: GET /api/studies/{id}';
  readonly input = argumentsOf(
    { screen_id: { type: 'string', minLength: 1, maxLength: 64, description: 'From list_screens' } },
    ['screen_id'],
  );

  constructor(
    private readonly catalog: ScreenCatalog,
    private readonly studies: StudiesService,
  ) {
    super();
  }

  output(replies: ReplySchemas) {
    const study: JsonSchema = { ...replies.get('StudyResponse'), type: ['object', 'null'] };
    return objectOf({ screenId: { type: 'string' }, studied: { type: 'boolean' }, study });
  }

  async run({ screen_id: screenId }: Given): Promise<ToolAnswer> {
    const screen = await this.catalog.get(screenId);
    const row = await this.studies.newestCompleted(screen.id);
    if (row === undefined) {
      const data = { screenId: screen.id, studied: false, study: null };
      return {
        data,
        text: `The screen ${screen.id} was not studied yet: nothing is known of what its hits are worth.`,
        rows: 0,
      };
    }
    const study = toStudyResponse(row, await this.studies.stockNames(notableCases(row)));
    const table = renderTable(study.horizons, [
      { title: 'horizon', cell: ({ horizon }) => horizon },
      { title: 'n', cell: ({ n }) => n },
      { title: 'n_eff', cell: ({ nEff }) => rounded(nEff) },
      { title: 'hit rate % (95 %)', cell: renderRate },
      { title: 'base %', cell: ({ baseRatePct }) => rounded(baseRatePct) },
      { title: 'excess % (95 %)', cell: renderExcess },
      { title: 'net %', cell: ({ meanNetPct }) => rounded(meanNetPct) },
    ]);
    const heading = `Study ${study.id} of ${screen.id}, ${study.from} to ${study.to}: ${study.cases ?? 0} cases`;
    const text = [heading, table, ...study.warnings].join('\n');
    return { data: { screenId: screen.id, studied: true, study }, text, rows: study.horizons.length };
  }
}

function renderRate({ insufficient, hitRatePct, hitRateLowPct, hitRateHighPct }: StudyHorizon): string {
  if (insufficient || hitRatePct === null) return 'insufficient';
  return `${rounded(hitRatePct)} (${rounded(hitRateLowPct)} to ${rounded(hitRateHighPct)})`;
}

function renderExcess({ insufficient, meanExcessPct, meanExcessLowPct, meanExcessHighPct }: StudyHorizon): string {
  if (insufficient || meanExcessPct === null) return 'insufficient';
  return `${rounded(meanExcessPct)} (${rounded(meanExcessLowPct)} to ${rounded(meanExcessHighPct)})`;
}
