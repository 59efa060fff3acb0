import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Database } from '#lib/database';
import { MarketLoadHooks, refreshStockFigures } from '#lib/market-data';
import { adoptCodeChanges } from './persistence/adopt-code-changes.query';
import { repairSessionCounts } from './persistence/session-count.query';
import {
  figuresAreMissing,
  holdMarket,
  rebuildSessionMarkets,
  refreshOpenSessionMarkets,
  refreshSessionMarket,
  refreshSessions,
  selectShownFigures,
} from './persistence/session-market.query';

/** A session whose shown figures are not what they come to, both as text. */
export interface SessionMarketDifference {
  sessionId: number;
  stored: string;
  recomputed: string;
}

/** Ends a transaction that was only a look. */
class RolledBack extends Error {}

/** Keeps the market figures of sessions true: `docs/sessions-read-model.md`. */
@Injectable()
export class SessionMarketService implements OnModuleInit {
  constructor(
    private readonly database: Database,
    private readonly hooks: MarketLoadHooks,
  ) {}

  onModuleInit(): void {
    refreshSessionsWithLoads(this.hooks);
  }

  /**
   * Computes the figures of all open sessions again, what they are computed from (price breaks, stock figures), and the totals.
   * Waits for a market load that is storing. @returns how many sessions had other figures, or none.
   */
  async rebuild(): Promise<{ changed: number }> {
    return this.database.transaction(async (tx) => {
      await holdMarket(tx);
      await refreshStockFigures(tx, 'everything');
      await adoptCodeChanges(tx);
      await repairSessionCounts(tx);
      return { changed: await rebuildSessionMarkets(tx) };
    });
  }

  /**
   * Makes the figures of some open sessions again and holds them against those that lists show, as of one moment: chips that
   * are stored in between would be differences. Nothing is written.
   * @param count At most so many sessions, those with the oldest figures first.
   */
  async compare(count: number): Promise<{ compared: number; differences: SessionMarketDifference[] }> {
    let result: { compared: number; differences: SessionMarketDifference[] } | undefined;
    await this.database
      .transaction(
        async (tx) => {
          const stored = await selectShownFigures(tx, { oldest: count });
          const ids = [...stored.keys()];
          await refreshSessionMarket(tx, ids);
          const recomputed = await selectShownFigures(tx, { ids });
          const differences = ids.flatMap((sessionId) => {
            const [before = '', after = ''] = [stored.get(sessionId), recomputed.get(sessionId)];
            return before === after ? [] : [{ sessionId, stored: before, recomputed: after }];
          });
          result = { compared: ids.length, differences };
          throw new RolledBack();
        },
        { oneMoment: true },
      )
      .catch((error: unknown) => {
        if (!(error instanceof RolledBack)) throw error;
      });
    return result ?? { compared: 0, differences: [] };
  }

  /** Rebuilds where stocks or sessions have no figures at all, or those of an older build, or old codes are still in use. */
  async fillMissing(): Promise<void> {
    if (await figuresAreMissing(this.database)) await this.rebuild();
  }
}

/** For those who make their market services by hand; the module does it by itself. */
export function refreshSessionsWithLoads(hooks: MarketLoadHooks): void {
  hooks.register(async (tx, codes) => {
    // Before the figures: see adoptCodeChanges about locks.
    const moved = await adoptCodeChanges(tx);
    await refreshOpenSessionMarkets(tx, codes);
    await refreshSessions(tx, moved);
  });
}
