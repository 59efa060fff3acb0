import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { downloadList } from '../api/download-list';
import { useNotices } from './undo';

const ICON_SIZE = 14;

/** Downloads a list as the CSV that the server makes of it. */
export function DownloadButton({
  path,
  label,
  size,
}: {
  /** Of the list, with its query. */
  path: string;
  label: string;
  size?: 'compact-sm';
}): ReactNode {
  const notices = useNotices();
  const [busy, setBusy] = useState(false);
  const download = (): void => {
    if (busy) return;
    setBusy(true);
    downloadList(path)
      .catch(notices.failed)
      .finally(() => setBusy(false));
  };
  return (
    <Button
      variant="default"
      {...(size === undefined ? {} : { size })}
      // Not disabled: the keys of a page do not reach it from a disabled button.
      aria-busy={busy}
      leftSection={<IconDownload size={ICON_SIZE} aria-hidden="true" />}
      onClick={download}
    >
      {label}
    </Button>
  );
}
