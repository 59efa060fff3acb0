import { Button, NativeSelect } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { api, readData } from '../../api/client';
import { useMorePages } from '../../api/more-pages';
import { useEventName } from '../../api/vocabulary';
import { useFormats } from '../../i18n/formats';
import { useMessages } from '../../i18n/messages';
import { DenseTable } from '../../parts/dense-table';
import { EmptyNote } from '../../parts/empty-note';
import { FailureNote } from '../../parts/failure-note';
import { Loading } from '../../parts/loading';
import { Panel } from '../../parts/page';
import { usePhaseNames } from '../../parts/phases';
import { usePreferences } from '../../preferences/preferences';
import { nameOf } from '../screens/screen-list';
import { useScreens } from '../screens/screen-queries';
import { eventLogMessages } from './event-log-messages';
import { eventSentences } from './event-sentences';
import { eventWords, type EventWords, type LoggedEvent } from './event-words';
import styles from './notifications.module.css';
import { EVENTS } from './notification-queries';
import { eventTypeMessages } from './rule-messages';

const PAGE = 50;

/** What happened, newest first: of everybody's work, and of the user's own rules and channels. */
export function EventLog(): ReactNode {
  const t = useMessages(eventLogMessages);
  const types = useMessages(eventTypeMessages);
  const formats = useFormats();
  const inWords = useEventWords();
  const [type, setType] = useState<LoggedEvent['type']>();
  const { pages, total, error, hasNextPage, isFetchingNextPage, more, again } = useMorePages({
    queryKey: [...EVENTS, type],
    read: (offset) => {
      const query = { ...(type === undefined ? {} : { type }), limit: PAGE, offset };
      return readData(api.GET('/api/notifications/events', { params: { query } }));
    },
  });
  const events = pages?.flatMap((page) => page.events) ?? [];
  return (
    <Panel title={t.title} aside={pages !== undefined && <span className="figure">{formats.count(total)}</span>}>
      <p className={`${styles.quiet} ${styles.above}`}>{t.means}</p>
      <div className={`${styles.line} ${styles.above}`}>
        <NativeSelect
          label={t.type}
          value={type ?? ''}
          data={[{ value: '', label: t.all }, ...Object.entries(types).map(([value, label]) => ({ value, label }))]}
          onChange={({ currentTarget: { value } }) => setType(TYPES.find((one) => one === value))}
        />
      </div>
      {error !== null && <FailureNote error={error} onRetry={again} />}
      {pages === undefined && error === null && <Loading />}
      {pages !== undefined && events.length === 0 && <EmptyNote>{type === undefined ? t.none : t.noneSuch}</EmptyNote>}
      {events.length > 0 && (
        <DenseTable
          caption={t.title}
          rows={events}
          rowKey={({ id }) => id}
          columns={[
            {
              key: 'when',
              head: t.when,
              cell: (event) => <span className="figure">{formats.instant(event.createdAt)}</span>,
            },
            { key: 'type', head: t.type, wideOnly: true, cell: (event) => types[event.type] },
            { key: 'what', head: t.what, cell: (event) => <Sentence {...inWords(event)} /> },
          ]}
        />
      )}
      {hasNextPage && (
        <Button variant="subtle" loading={isFetchingNextPage} onClick={more}>
          {t.more}
        </Button>
      )}
    </Panel>
  );
}

const TYPES = Object.keys(eventTypeMessages.zh) as readonly LoggedEvent['type'][];

function Sentence({ sentence, path }: EventWords): ReactNode {
  return (
    <div className={styles.message}>
      <Link href={path}>{sentence}</Link>
    </div>
  );
}

/** Events in the chosen language; ids stand for names that are not there yet. */
function useEventWords(): (event: LoggedEvent) => EventWords {
  const t = useMessages(eventSentences);
  const phases = usePhaseNames();
  const wyckoff = useEventName();
  const { language } = usePreferences();
  const { data: screens } = useScreens();
  const screen = (id: string): string => {
    const found = screens?.find((one) => one.id === id);
    return found === undefined ? id : nameOf(found, language);
  };
  return (event) => eventWords(event, { t, phases, wyckoff, screen });
}
