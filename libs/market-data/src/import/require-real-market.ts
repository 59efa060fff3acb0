import type { Transaction } from '#lib/database';
import { closeBarsGate } from '../bars-gate';
import type { MarketLoadHooks } from '../market-load-hooks';
import { removeDemoMarket, removeDemoWork } from './remove-demo-market';
import { refreshStockFigures } from './stock-figures';
import { marketIsDemo } from './store-market';

/** The first real rows end the demo market: the caller has asked for that. @throws AppError `market_is_demo` otherwise. */
export async function requireRealMarket(tx: Transaction, replaceDemo: boolean, hooks: MarketLoadHooks): Promise<void> {
  const [state] = await tx.query<{ source: string }>('select source from market_state for update');
  if (state?.source !== 'demo') return;
  if (!replaceDemo) throw marketIsDemo();
  await tx.query('delete from daily_bar');
  await removeDemoMarket(tx);
  await tx.query(`update market_state set source = 'none', bars_from = null, bars_to = null,
    data_version = data_version + 1, updated_at = now()`);
  const codes = await refreshStockFigures(tx, 'everything');
  await closeBarsGate(tx);
  await removeDemoWork(tx);
  await hooks.run(tx, codes);
}
