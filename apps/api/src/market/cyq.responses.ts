import { ApiProperty } from '@nestjs/swagger';
import type { ChipWarningReason } from '#lib/market-data';

const count = { type: 'integer', minimum: 0 } as const;

class CyqWarningResponse {
  @ApiProperty({ type: 'string', example: '600000' }) code!: string;
  @ApiProperty({
    type: 'string',
    enum: ['no_permission', 'rate_limited', 'no_market_data', 'short_history', 'vendor_error'],
  })
  reason!: ChipWarningReason;
  @ApiProperty({ type: 'string' }) detail!: string;
}

export class CyqSyncResponse {
  @ApiProperty({ ...count, description: 'Sessions that were asked for' }) requested!: number;
  @ApiProperty({ ...count, description: 'With a distribution that is new or other than before' }) updated!: number;
  @ApiProperty({ ...count, description: 'As before; closed sessions are among them' }) unchanged!: number;
  @ApiProperty({ ...count, description: 'Without a value of the model' }) failed!: number;
  @ApiProperty({ ...count, description: 'HTTP calls to the market vendor' }) vendorCalls!: number;
  @ApiProperty({ type: [CyqWarningResponse], description: 'Why a stock has no value' }) warnings!: CyqWarningResponse[];
}
