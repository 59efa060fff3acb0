import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useFormats } from '../../i18n/formats';
import { useMessages } from '../../i18n/messages';
import { sessionCountOptions } from './session-pages';
import { sessionsMessages } from './sessions-messages';
import styles from './sessions.module.css';

const EVERYTHING = 'status=all';

/** How many sessions the filter leaves, of how many: `86 / 1,204`. */
export function ShownCount({ shown }: { shown: number | undefined }): ReactNode {
  const t = useMessages(sessionsMessages);
  const formats = useFormats();
  const all = useQuery(sessionCountOptions(EVERYTHING)).data;
  return (
    <span
      className={`figure ${styles.count}`}
      role="status"
      title={t.countTitle(formats.count(shown), formats.count(all))}
    >
      {t.countOf(formats.count(shown), formats.count(all))}
    </span>
  );
}
