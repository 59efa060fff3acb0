import { ActionIcon, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useLocation } from 'wouter';
import { api, readData } from '../../api/client';
import { readWatchlist } from '../../api/own-lists';
import { useNotices } from '../../parts/undo';
import { useMessages } from '../../i18n/messages';
import type { SessionRow } from './session-detail';
import { sessionMessages } from './session-messages';

/** What is done now and then: the watch-list, the link, deleting. */
export function MoreMenu({ session }: { session: SessionRow }): ReactNode {
  const t = useMessages(sessionMessages);
  const { done, failed } = useNotices();
  const watching = useWatching(session.code);
  const remove = useRemoval(session);
  const copy = (): void => {
    // Browsers keep the clipboard from pages of plain HTTP on other hosts: the call itself throws there.
    Promise.resolve()
      .then(() => navigator.clipboard.writeText(location.href))
      .then(() => done(t.copied), failed);
  };
  return (
    <Menu position="bottom-end" width={190}>
      <Menu.Target>
        <ActionIcon variant="default" size={28} aria-label={t.more} title={t.more}>
          <IconDots size={16} aria-hidden="true" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={watching.toggle} disabled={watching.watched === undefined}>
          {watching.watched === true ? t.unwatch : t.watch}
        </Menu.Item>
        <Menu.Item onClick={copy}>{t.copyLink}</Menu.Item>
        <Menu.Divider />
        <Menu.Item onClick={remove}>{t.remove}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function useWatching(code: string): { watched: boolean | undefined; toggle: () => void } {
  const t = useMessages(sessionMessages);
  const queries = useQueryClient();
  const { done, failed } = useNotices();
  const { data } = useQuery({ queryKey: ['watchlist'], queryFn: readWatchlist });
  const found = data?.items.find((item) => item.code === code);
  const { mutateAsync } = useMutation({
    mutationFn: async ({ watch, note }: { watch: boolean; note: string | null }) => {
      const params = { path: { code } };
      if (watch) await readData(api.PUT('/api/watchlist/{code}', { params, body: { note } }));
      else await readData(api.DELETE('/api/watchlist/{code}', { params }));
    },
    onSettled: () => {
      void queries.invalidateQueries({ queryKey: ['watchlist'] });
      void queries.invalidateQueries({ queryKey: ['sessions'] });
    },
  });
  const watched = data === undefined ? undefined : found !== undefined;
  const note = found?.note ?? null;
  const toggle = (): void => {
    mutateAsync({ watch: watched !== true, note }).then(
      () => done(watched === true ? t.unwatched : t.watched, () => mutateAsync({ watch: watched === true, note })),
      failed,
    );
  };
  return { watched, toggle };
}

/** Deletes the session and goes to the list; its notice brings it back. */
function useRemoval({ id, code, stockName }: SessionRow): () => void {
  const t = useMessages(sessionMessages);
  const queries = useQueryClient();
  const { done, failed } = useNotices();
  const [, navigate] = useLocation();
  const params = { path: { id } };
  const readAgain = (): void => {
    for (const key of ['sessions', 'queues']) void queries.invalidateQueries({ queryKey: [key] });
  };
  const restore = async (): Promise<void> => {
    await readData(api.POST('/api/stock-cycle/sessions/{id}/restore', { params }));
    readAgain();
  };
  const { mutate } = useMutation({
    mutationFn: () => readData(api.DELETE('/api/stock-cycle/sessions/{id}', { params })),
    onSuccess: () => {
      navigate('/sessions');
      queries.removeQueries({ queryKey: ['session', id] });
      readAgain();
      done(t.removed(stockName ?? code), restore);
    },
    onError: failed,
  });
  return () => mutate();
}
