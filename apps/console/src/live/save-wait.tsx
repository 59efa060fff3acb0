import { type ReactNode, useState } from 'react';
import { shellMessages } from '../shell/shell-messages';
import { useMessages } from '../i18n/messages';
import { useSecondsSince } from './seconds-since';

const SILENT_SECONDS = 8;

/** Shown while a save has no response: says so at the field, with the seconds, from the eighth on; `children` until then. */
export function SaveWait({ children }: { children?: ReactNode }): ReactNode {
  const t = useMessages(shellMessages);
  const [sentAt] = useState(() => Date.now());
  const seconds = useSecondsSince(sentAt);
  if (seconds < SILENT_SECONDS) return children;
  return (
    <span role="status" style={{ color: 'var(--warning)', alignSelf: 'center' }} className="figure">
      ◌ {t.silent(seconds)}
    </span>
  );
}
