import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { keepCsv } from '../../api/download-list';
import { useFormats } from '../../i18n/formats';
import { useMessages } from '../../i18n/messages';
import { toCsv, toTabbed } from '../../parts/spreadsheet-text';
import { useNotices } from '../../parts/undo';
import { usePreferences } from '../../preferences/preferences';
import type { ScreenHit } from './compare-days';
import { type HitHeads, hitsAsLines } from './hits-as-lines';
import type { ScreenRequest } from './screen-draft';
import type { Screen } from './screen-list';
import { readAllHits } from './screen-queries';
import { screensMessages } from './screens-messages';
import { type HitOrder, sortHits } from './sort-hits';

interface FileProps {
  readonly screen: Screen;
  readonly request: ScreenRequest;
  readonly asOf: string;
}

const ICON_SIZE = 14;

/** Every hit of the run as a CSV file in the order of the table, also those that are not on the page yet. */
export function SaveHits({ screen, request, asOf, order }: FileProps & { order: HitOrder }): ReactNode {
  const t = useMessages(screensMessages);
  const { language } = usePreferences();
  const heads = useHeads();
  const notices = useNotices();
  const [busy, setBusy] = useState(false);
  const save = (): void => {
    if (busy) return;
    setBusy(true);
    readAllHits(screen.id, { ...request, as_of: asOf })
      .then(({ hits }) =>
        keepCsv(
          toCsv(hitsAsLines(sortHits(hits, order), screen.evidence, { heads, language })),
          `${screen.id}-${asOf}.csv`,
        ),
      )
      .catch(notices.failed)
      .finally(() => setBusy(false));
  };
  return (
    <Button
      variant="default"
      // Not disabled: the keys of a page do not reach it from a disabled button.
      aria-busy={busy}
      leftSection={<IconDownload size={ICON_SIZE} aria-hidden="true" />}
      onClick={save}
    >
      {t.csv}
    </Button>
  );
}

/** Puts hits on the clipboard as a table for a spreadsheet. */
export function CopyHits({ screen, hits }: FileProps & { hits: readonly ScreenHit[] }): ReactNode {
  const t = useMessages(screensMessages);
  const { language } = usePreferences();
  const heads = useHeads();
  const formats = useFormats();
  const notices = useNotices();
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(toTabbed(hitsAsLines(hits, screen.evidence, { heads, language })));
      notices.done(t.copied(formats.count(hits.length)));
    } catch {
      notices.failed(new Error(t.notCopied));
    }
  };
  return (
    <Button variant="default" onClick={() => void copy()}>
      {t.copy}
    </Button>
  );
}

function useHeads(): HitHeads {
  const t = useMessages(screensMessages);
  return { rank: t.rank, code: t.code, name: t.name, day: t.hitDay, close: t.close, change: t.change, cap: t.capYi };
}
