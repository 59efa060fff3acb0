import type { ReactNode } from 'react';
import { useUser } from '../../api/console-state';
import { Page } from '../../parts/page';
import { useMessages } from '../../i18n/messages';
import { ChipCachePanel } from './chip-cache-panel';
import { CoverageCalendar } from './coverage-calendar';
import { CoveragePanel } from './coverage-panel';
import { ImportPanel } from './import-panel';
import { marketMessages } from './market-messages';
import { SourcePanel } from './source-panel';
import { StockFinder } from './stock-finder';
import { SyncPanel } from './sync-panel';
import styles from './market.module.css';

export function MarketOverview(): ReactNode {
  const t = useMessages(marketMessages);
  const { role } = useUser();
  return (
    <Page title={t.market} aside={<StockFinder />}>
      <div className={styles.columns}>
        <div className={styles.column}>
          <CoveragePanel />
          {role === 'admin' && <SourcePanel />}
          <SyncPanel />
          <ChipCachePanel />
        </div>
        <div className={styles.column}>
          <CoverageCalendar />
          {role === 'admin' && <ImportPanel />}
        </div>
      </div>
    </Page>
  );
}
