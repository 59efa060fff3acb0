import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { api, readData } from '../../api/client';
import { useMessages } from '../../i18n/messages';
import { EmptyNote } from '../../parts/empty-note';
import { FailureNote } from '../../parts/failure-note';
import { Loading } from '../../parts/loading';
import { Panel } from '../../parts/page';
import { useNotices } from '../../parts/undo';
import { useFormats } from '../../i18n/formats';
import { calendarMessages } from './calendar-messages';
import { CALENDAR } from './notification-queries';
import { QuestionBox } from './question-box';
import { SecretToKeep } from './secret-to-keep';
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
        <QuestionBox
          words={t}
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
      {path !== undefined && (
        <SecretToKeep
          title={t.shownTitle}
          hint={t.shownHint}
          value={new URL(path, window.location.origin).href}
          words={t}
          onLeave={() => setPath(undefined)}
        />
      )}
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
    <QuestionBox
      words={t}
      title={t.revokeTitle}
      warning={t.revokeWarns}
      label={t.revoke}
      isPending={revoke.isPending}
      onLeave={onLeave}
      onConfirm={() => revoke.mutate()}
    >
      {revoke.isError && <FailureNote error={revoke.error} />}
    </QuestionBox>
  );
}
