import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { DownloadButton } from '../../parts/download-button';
import { useMessages } from '../../i18n/messages';
import { NewMenu } from './new-menu';
import type { SavedView } from './saved-views';
import type { SessionWrites } from './session-writes';
import { sessionsFilePath } from './sessions-query';
import { sessionsMessages } from './sessions-messages';
import type { SavedViews } from './use-saved-views';
import type { SessionsAddress } from './use-sessions-address';
import { ViewsBar } from './views-bar';

/** The views, and the buttons of the page. */
export function ListHead({
  address,
  views,
  writes: { outOfOrder, sortAgain },
  previewed,
  onView,
  onPreview,
}: {
  address: SessionsAddress;
  views: SavedViews;
  writes: SessionWrites;
  previewed: boolean;
  onView: (view: SavedView) => void;
  /** Shows or hides the preview; undefined if there is no room for one. */
  onPreview: (() => void) | undefined;
}): ReactNode {
  const t = useMessages(sessionsMessages);
  const { search } = address;
  return (
    <>
      <ViewsBar
        views={views.all}
        own={views.firstOwn}
        search={search}
        onView={onView}
        onSave={(name) => views.save({ name, search })}
        onRemove={views.remove}
      />
      {outOfOrder.size > 0 && (
        <Button variant="light" onClick={sortAgain}>
          {t.stale(outOfOrder.size)}
        </Button>
      )}
      {onPreview !== undefined && (
        <Button variant="default" aria-pressed={previewed} onClick={onPreview}>
          {previewed ? t.hidePreview : t.showPreview}
        </Button>
      )}
      <DownloadButton path={sessionsFilePath(address.query)} label={t.csv} />
      <NewMenu onChoose={address.openDialog} />
    </>
  );
}
