import { Injectable } from '@nestjs/common';
import type { SqlRunner } from '#lib/database';

/** Runs inside of the load's transaction, last before its commit. What it throws undoes the load. */
export type MarketLoadHook = (tx: SqlRunner, codes: readonly string[]) => Promise<void>;

/**
 * What others keep of the market and must change with it. A feature that builds on market data registers here at the
 * start of the process; every load then calls it with the codes whose bars, price breaks or figures it changed.
 */
@Injectable()
export class MarketLoadHooks {
  private readonly hooks: MarketLoadHook[] = [];

  register(hook: MarketLoadHook): void {
    this.hooks.push(hook);
  }

  async run(tx: SqlRunner, codes: readonly string[]): Promise<void> {
    for (const hook of this.hooks) await hook(tx, codes);
  }
}
