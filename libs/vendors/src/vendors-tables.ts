import { CreateTushareBudget1764100000000 } from './tushare/persistence/1764100000000-create-tushare-budget';

export const VENDORS_MIGRATIONS = [CreateTushareBudget1764100000000];
