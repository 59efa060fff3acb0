import { Inject, Injectable } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '#lib/config';
import { Database } from '#lib/database';
import { moneyFlowSetOf } from './domain/data-sets';
import { chooseMoneyFlow, MONEY_FLOW_VENDORS, type StoredMoneyFlow } from './domain/money-flow';
import { toStoredName } from './domain/stored-data-set';
import { selectStoredMoneyFlows } from './persistence/money-flow.query';

/** Whose money flow is there to be read. */
@Injectable()
export class MoneyFlowService {
  constructor(
    private readonly database: Database,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /** The one vendor whose flow to use, and the days that are stored of it; null if there is none. */
  async find(): Promise<StoredMoneyFlow | null> {
    const api = this.config.tushare.moneyFlow;
    const fetched = MONEY_FLOW_VENDORS.find((vendor) => toStoredName(moneyFlowSetOf(vendor)) === api);
    return chooseMoneyFlow(await selectStoredMoneyFlows(this.database), fetched);
  }
}
