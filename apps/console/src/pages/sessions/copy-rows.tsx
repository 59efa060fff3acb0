import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useConsoleState } from '../../api/console-state';
import { usePhaseNames } from '../../parts/phases';
import { useNotices } from '../../parts/undo';
import { useFormats } from '../../i18n/formats';
import { useMessages } from '../../i18n/messages';
import { rowsAsText } from './rows-as-text';
import type { SessionColumn } from './session-columns';
import type { SessionRow } from './session-pages';
import { sessionsMessages } from './sessions-messages';

/** Puts rows on the clipboard as a table for a spreadsheet, with the columns that are shown. */
export function CopyRows({
  rows,
  columns,
}: {
  rows: readonly SessionRow[];
  columns: readonly SessionColumn[];
}): ReactNode {
  const t = useMessages(sessionsMessages);
  const formats = useFormats();
  const phases = usePhaseNames();
  const notices = useNotices();
  const { today } = useConsoleState();
  const copy = async (): Promise<void> => {
    const heads = columns.map(({ key, head }) => ({ key, head: head(t) }));
    try {
      await navigator.clipboard.writeText(rowsAsText(rows, heads, { code: t.code, name: t.name, today, phases }));
      notices.done(t.copiedRows(formats.count(rows.length)));
    } catch {
      notices.failed(new Error(t.notCopied));
    }
  };
  return (
    <Button size="compact-xs" variant="default" onClick={() => void copy()}>
      {t.copyRows}
    </Button>
  );
}
