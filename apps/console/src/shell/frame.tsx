import type { ReactNode } from 'react';
import { ProvenanceTip } from '../provenance/provenance-tip';
import { useWords } from '../words/words';
import styles from './frame.module.css';
import { Sections } from './sections';
import { shellWords } from './shell-words';
import { TopBar } from './top-bar';

/** What stays on the screen: the sections at the left (at the bottom on a phone), the bar above, the page in the middle. */
export function Frame({ children }: { children: ReactNode }): ReactNode {
  const say = useWords(shellWords);
  return (
    <div className={styles.frame}>
      <a className={styles.skip} href="#content">
        {say.skip}
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
