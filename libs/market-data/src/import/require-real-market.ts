import type { Transaction } from '#lib/database';
import { closeBarsGate } from '../persistence/bars-gate.query';
import type { MarketLoadHooks } from '../market-load-hooks';
import { deleteBars, lockMarket, resetMarket } from '../persistence/market-load.query';
import { removeDemoMarket, removeDemoWork } from '../persistence/remove-demo-market.query';
import { refreshStockFigures } from '../persistence/stock-figures.query';
import { marketIsDemo } from './store-market';

/** The first real rows end the demo market: the caller has asked for that. @throws AppError `market_is_demo` otherwise. */
export async function requireRealMarket(tx: Transaction, replaceDemo: boolean, hooks: MarketLoadHooks): Promise<void> {
  if ((await lockMarket(tx)) !== 'demo') return;
  if (!replaceDemo) throw marketIsDemo();
  await deleteBars(tx);
  await removeDemoMarket(tx);
  await resetMarket(tx);
  const codes = await refreshStockFigures(tx, 'everything');
  await closeBarsGate(tx);
  await removeDemoWork(tx);
  await hooks.run(tx, codes);
}
