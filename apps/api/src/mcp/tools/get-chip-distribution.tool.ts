import { Injectable } from '@nestjs/common';
import { ChipViewsService } from '#lib/chips';
import { HeavyReads } from '../../http/limits/heavy-reads';
import { argumentsOf } from '../json-schema';
import type { ReplySchemas } from '../reply-schemas';
import { renderFacts, rounded } from '../text-table';
import type { ToolAnswer } from '../tool-answer';
import { AgentTool, type ToolCall } from './agent-tool';
import { CODE, dayOf, readDay } from './tool-arguments';

interface Given {
  readonly code: string;
  readonly date?: string;
}

/** About how many bars a distribution is made from. */
const CHIP_BARS = 250;

@Injectable()
export class GetChipDistributionTool extends AgentTool<Given> {
  readonly name = 'get_chip_distribution';
  readonly title = 'Chip distribution';
  readonly description =
    'At which prices the holders of a stock bought, estimated from turnover (筹码分布): the price below which 5, 15, 50, ' +
    '85 and 95 % of the chips lie, winnerRate in percent, and the weights by price. Prices in yuan, forward-adjusted as of ' +
    'the day. A model of the past, not advice.';
  override readonly narrower = 'no smaller distribution can be asked for';
  readonly input = argumentsOf({ code: CODE, date: dayOf('Left out: the newest final bar') }, ['code']);

  constructor(
    private readonly chips: ChipViewsService,
    private readonly heavyReads: HeavyReads,
  ) {
    super();
  }

  output(replies: ReplySchemas) {
    return replies.get('ChipsResponse');
  }

  async run({ code, date }: Given, { signal }: ToolCall): Promise<ToolAnswer> {
    const day = readDay('date', date);
    const view = await this.heavyReads.run(
      CHIP_BARS,
      () => this.chips.of(code, day),
      () => signal.aborted,
    );
    return {
      data: { ...view },
      text: renderFacts({
        stock: `${view.code} ${view.stockName ?? ''}`,
        day: view.tradeDate,
        'close 元': rounded(view.close),
        'cost 5 % 元': rounded(view.cost5),
        'cost 15 %': rounded(view.cost15),
        'cost 50 %': rounded(view.cost50),
        'cost 85 %': rounded(view.cost85),
        'cost 95 %': rounded(view.cost95),
        'mean cost': rounded(view.weightedAverage),
        'at or below the close %': rounded(view.winnerRate),
        adjustment: view.adjustment,
        source: view.source,
      }),
      rows: view.prices.length,
    };
  }
}
