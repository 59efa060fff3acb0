import { type ReactNode, useState } from 'react';
import { useParams } from 'wouter';
import { EmptyNote } from '../../parts/empty-note';
import { Page, Panel } from '../../parts/page';
import { useMessages } from '../../i18n/messages';
import { TellMe } from '../notifications/tell-me';
import { PastScans } from './past-scans';
import { DEFAULT_DRAFT } from './scan-draft';
import { ScanForm } from './scan-form';
import { ScanPanel } from './scan-panel';
import { scanMessages } from './scan-messages';
import styles from './scans.module.css';

/** Starts scans, follows the one in the address, shows its hits, and lists the others. */
export function Scans(): ReactNode {
  const t = useMessages(scanMessages);
  const { id } = useParams<{ id?: string }>();
  const [draft, setDraft] = useState(DEFAULT_DRAFT);
  return (
    <Page title={t.title} aside={<TellMe thing={{ kind: 'scans' }} />}>
      <div className={styles.layout}>
        <div className={styles.main}>
          <ScanForm draft={draft} onChange={setDraft} />
          {id === undefined ? (
            <Panel>
              <EmptyNote>{t.chooseScan}</EmptyNote>
            </Panel>
          ) : /^[1-9][0-9]{0,14}$/.test(id) ? (
            <ScanPanel key={id} id={Number(id)} onAgain={setDraft} />
          ) : (
            <Panel>
              <EmptyNote>{t.noSuchScan}</EmptyNote>
            </Panel>
          )}
        </div>
        <PastScans selected={id === undefined ? undefined : Number(id)} />
      </div>
    </Page>
  );
}
