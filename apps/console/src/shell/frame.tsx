import type { ReactNode } from 'react';
import { ProvenanceTip } from '../provenance/provenance-tip';
import { useMessages } from '../i18n/messages';
import styles from './frame.module.css';
import { Sections } from './sections';
import { shellMessages } from './shell-messages';
import { TopBar } from './top-bar';

/** What stays on the screen: the sections at the left (at the bottom on a phone), the bar above, the page in the middle. */
export function Frame({ children }: { children: ReactNode }): ReactNode {
  const t = useMessages(shellMessages);
  return (
    <div className={styles.frame}>
      <a className={styles.skip} href="#content">
        {t.skip}
      </a>
      <TopBar />
      <Sections />
      <main id="content" className={styles.content} tabIndex={-1}>
        {children}
      </main>
      <ProvenanceTip />
    </div>
  );
}
