import { CHIP_WARNING_REASONS, type ChipWarning, type ChipWarningReason } from '#lib/chips';
import type { CyqSyncReport } from '#lib/tracking';
import { ApiCode, ApiCount, ApiEnum, ApiObject, ApiText } from '../http';

class CyqWarningResponse implements ChipWarning {
  @ApiCode() code!: string;
  @ApiEnum(CHIP_WARNING_REASONS) reason!: ChipWarningReason;
  @ApiText() detail!: string;
}

export class CyqSyncResponse implements CyqSyncReport {
  @ApiCount({ description: 'Sessions that were asked for' }) requested!: number;
  @ApiCount({ description: 'With a distribution that is new or other than before' }) updated!: number;
  @ApiCount({ description: 'As before; closed sessions are among them' }) unchanged!: number;
  @ApiCount({ description: 'Without a value of the model' }) failed!: number;
  @ApiCount({ description: 'HTTP calls to the market vendor' }) vendorCalls!: number;
  @ApiObject([CyqWarningResponse], { description: 'Why a stock has no value' }) warnings!: CyqWarningResponse[];
}
