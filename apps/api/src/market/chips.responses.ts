import { ApiProperty } from '@nestjs/swagger';

const yuan = { type: 'number', description: 'Yuan' } as const;
const fraction = { type: 'number', minimum: 0 } as const;
const numbers = { type: 'array', items: { type: 'number' } } as const;

export class ChipsResponse {
  @ApiProperty({ type: 'string', example: '600000' }) code!: string;
  @ApiProperty({ type: 'string', nullable: true }) stockName!: string | null;
  @ApiProperty({ type: 'string', format: 'date', description: 'Of the last final bar up to the asked day' })
  tradeDate!: string;
  @ApiProperty(yuan) close!: number;
  @ApiProperty({ ...numbers, description: 'Prices with chips in yuan, ascending, forward-adjusted as of the day' })
  prices!: number[];
  @ApiProperty({ ...numbers, description: 'Part of all chips at each price; they sum up to 1' }) weights!: number[];
  @ApiProperty({ ...yuan, description: '5 % of the chips are below' }) cost5!: number;
  @ApiProperty(yuan) cost15!: number;
  @ApiProperty({ ...yuan, description: 'The median' }) cost50!: number;
  @ApiProperty(yuan) cost85!: number;
  @ApiProperty(yuan) cost95!: number;
  @ApiProperty({ ...yuan, description: 'Mean price, weighted by chips' }) weightedAverage!: number;
  @ApiProperty({ type: 'number', minimum: 0, maximum: 100, description: 'Chips at or below the close, percent' })
  winnerRate!: number;
  @ApiProperty(fraction) concentration90!: number;
  @ApiProperty(fraction) concentration70!: number;
  @ApiProperty({ type: 'integer', description: 'Bars that it was made from' }) window!: number;
  @ApiProperty({ ...fraction, maximum: 1, description: 'How much of the float these bars explain' }) coverage!: number;
  @ApiProperty({ type: 'boolean', description: 'At least one factor was applied to the prices' }) adjusted!: boolean;
  @ApiProperty({
    type: 'string',
    enum: ['vendor', 'ex_right_close', 'share_change', 'none'],
    description: 'By what: the least certain of what was applied',
  })
  adjustment!: string;
  @ApiProperty({ type: 'string', example: 'eastmoney-120' }) source!: string;
  @ApiProperty({ type: 'string', enum: ['none', 'demo', 'files', 'tushare'] }) marketSource!: string;
  @ApiProperty({ type: 'array', items: { type: 'string' }, description: 'Says when the market is a demo' })
  warnings!: string[];
}
