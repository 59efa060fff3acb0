import { CreateTdxSite1770000000020 } from './tdx/persistence/1770000000020-create-tdx-site';
import { CreateTdxRepair1770000000031 } from './tdx/persistence/1770000000031-create-tdx-repair';
import { CreateTushareBudget1764100000000 } from './tushare/persistence/1764100000000-create-tushare-budget';

export const VENDORS_MIGRATIONS = [
  CreateTushareBudget1764100000000,
  CreateTdxSite1770000000020,
  CreateTdxRepair1770000000031,
];
