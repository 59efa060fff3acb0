import { Button, CopyButton, Modal } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { api, readData } from '../../api/client';
import { useMessages } from '../../i18n/messages';
import { EmptyNote } from '../../parts/empty-note';
import { FailureNote } from '../../parts/failure-note';
import { Loading } from '../../parts/loading';
import { Panel } from '../../parts/page';
import { ShownOnce } from '../../parts/shown-once';
import { useNotices } from '../../parts/undo';
import { useFormats } from '../../i18n/formats';
import { calendarMessages } from './calendar-messages';
import { CALENDAR } from './notification-queries';
import styles from './notifications.module.css';

/** The user's calendar feed: made, shown once, replaced and revoked. */
export function CalendarPanel(): ReactNode {
  const t = useMessages(calendarMessages);
  const formats = useFormats();
  const { data, error, refetch } = useQuery({
    queryKey: CALENDAR,
    queryFn: () => readData(api.GET('/api/notifications/calendar')),
  });
  const [asking, setAsking] = useState<'replace' | 'revoke'>();
  const [path, setPath] = useState<string>();
  const make = useMake(setPath);
  const feed = data?.feed;
  return (
    <Panel title={t.title}>
      <p className={`${styles.quiet} ${styles.above}`}>{t.means}</p>
      {error !== null && <FailureNote error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Loading rows={1} />}
      {feed === null && (
        <>
          <EmptyNote>{t.none}</EmptyNote>
          <Button size="compact-sm" loading={make.isPending} onClick={() => make.mutate()}>
            {t.make}
          </Button>
        </>
      )}
      {feed !== null && feed !== undefined && (
        <div className={styles.line}>
          <span>
            {t.since(formats.instant(feed.createdAt))} ·{' '}
            {feed.lastReadAt === null ? t.neverRead : t.read(formats.instant(feed.lastReadAt))}
          </span>
          <Button size="compact-sm" variant="default" onClick={() => setAsking('replace')}>
            {t.replace}
          </Button>
          <Button size="compact-sm" variant="default" onClick={() => setAsking('revoke')}>
            {t.revoke}
          </Button>
        </div>
      )}
      {make.isError && <FailureNote error={make.error} />}
      {asking === 'replace' && (
        <EndBox
          title={t.replaceTitle}
          warning={t.replaceWarns}
          label={t.replace}
          onLeave={() => setAsking(undefined)}
          onConfirm={() => {
            setAsking(undefined);
            make.mutate();
          }}
        />
      )}
      {asking === 'revoke' && <RevokeBox onLeave={() => setAsking(undefined)} />}
      {path !== undefined && <FeedAddress path={path} onLeave={() => setPath(undefined)} />}
    </Panel>
  );
}

function useMake(onMade: (path: string) => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => readData(api.POST('/api/notifications/calendar')),
    onSuccess: async ({ path }) => {
      onMade(path);
      await queries.invalidateQueries({ queryKey: CALENDAR });
    },
  });
}

function RevokeBox({ onLeave }: { onLeave: () => void }): ReactNode {
  const t = useMessages(calendarMessages);
  const notices = useNotices();
  const queries = useQueryClient();
  const revoke = useMutation({
    mutationFn: () => readData(api.DELETE('/api/notifications/calendar')),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: CALENDAR });
      notices.done(t.revoked);
      onLeave();
    },
  });
  return (
    <EndBox
      title={t.revokeTitle}
      warning={t.revokeWarns}
      label={t.revoke}
      isPending={revoke.isPending}
      onLeave={onLeave}
      onConfirm={() => revoke.mutate()}
    >
      {revoke.isError && <FailureNote error={revoke.error} />}
    </EndBox>
  );
}

/** Asks before the present address ends. */
function EndBox({
  title,
  warning,
  label,
  isPending = false,
  onLeave,
  onConfirm,
  children,
}: {
  title: string;
  warning: string;
  label: string;
  isPending?: boolean;
  onLeave: () => void;
  onConfirm: () => void;
  children?: ReactNode;
}): ReactNode {
  const t = useMessages(calendarMessages);
  return (
    <Modal opened onClose={onLeave} title={title} closeButtonProps={{ 'aria-label': t.close }}>
      <div className={styles.dialog}>
        <p>{warning}</p>
        {children}
        <div className={styles.actions}>
          <Button variant="default" data-autofocus onClick={onLeave}>
            {t.cancel}
          </Button>
          <Button loading={isPending} onClick={onConfirm}>
            {label}
          </Button>
        </div>
      </div>
    </Modal>
  );
}

function FeedAddress({ path, onLeave }: { path: string; onLeave: () => void }): ReactNode {
  const t = useMessages(calendarMessages);
  const address = new URL(path, window.location.origin).href;
  return (
    <ShownOnce title={t.shownTitle} hint={t.shownHint} value={address} onLeave={onLeave}>
      <div className={styles.actions}>
        <CopyButton value={address}>
          {({ copied, copy }) => (
            <Button variant="default" onClick={copy}>
              {copied ? t.copied : t.copy}
            </Button>
          )}
        </CopyButton>
        <Button onClick={onLeave}>{t.done}</Button>
      </div>
    </ShownOnce>
  );
}
