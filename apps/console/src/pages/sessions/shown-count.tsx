import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useFormats } from '../../words/formats';
import { useWords } from '../../words/words';
import { sessionCountOptions } from './session-pages';
import { sessionsWords } from './sessions-words';
import styles from './sessions.module.css';

const EVERYTHING = 'status=all';

/** How many sessions the filter leaves, of how many: `86 / 1,204`. */
export function ShownCount({ shown }: { shown: number | undefined }): ReactNode {
  const say = useWords(sessionsWords);
  const formats = useFormats();
  const all = useQuery(sessionCountOptions(EVERYTHING)).data;
  return (
    <span
      className={`figure ${styles.count}`}
      role="status"
      title={say.countTitle(formats.count(shown), formats.count(all))}
    >
      {say.countOf(formats.count(shown), formats.count(all))}
    </span>
  );
}
