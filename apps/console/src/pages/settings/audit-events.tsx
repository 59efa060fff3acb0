import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type ReactNode, useState } from 'react';
import { api, readData, type Schemas } from '../../api/client';
import { useConsoleState } from '../../api/console-state';
import { useMorePages } from '../../api/more-pages';
import { DayField } from '../../parts/day-field';
import { DenseTable } from '../../parts/dense-table';
import { EmptyNote } from '../../parts/empty-note';
import { FailureNote } from '../../parts/failure-note';
import { Loading } from '../../parts/loading';
import { Panel } from '../../parts/page';
import { NOTHING, useFormats } from '../../i18n/formats';
import { useMessages } from '../../i18n/messages';
import { ACTIONS, actionMessages, actorKindMessages, auditEventMessages } from './audit-event-messages';
import styles from './settings.module.css';

type AuditEvent = Schemas['AuditEventResponse'];

const PAGE = 100;
const REST_MS = 250;

/** Who did what: users, keys, imports, syncs, scans, drains, deletions, backups; newest first. */
export function AuditEvents(): ReactNode {
  const t = useMessages(auditEventMessages);
  const actions = useMessages(actionMessages);
  const formats = useFormats();
  const { today } = useConsoleState();
  const [typed, setTyped] = useState('');
  const [action, setAction] = useState<AuditEvent['action']>();
  const [day, setDay] = useState('');
  const [actor] = useDebouncedValue(typed.trim(), REST_MS);
  const filter = {
    ...(actor === '' ? {} : { actor }),
    ...(action === undefined ? {} : { action }),
    ...(day === '' ? {} : { day }),
  };
  const { pages, total, error, hasNextPage, isFetchingNextPage, more, again } = useMorePages({
    queryKey: ['audit-events', filter],
    read: async (offset) => {
      const query = { ...filter, limit: PAGE, offset };
      const page = await readData(api.GET('/api/admin/audit-events', { params: { query } }));
      const read = offset + page.items.length;
      return { ...page, pagination: { total: page.total, limit: PAGE, offset, hasMore: read < page.total } };
    },
  });
  const events = pages?.flatMap(({ items }) => items) ?? [];
  return (
    <Panel title={t.title} aside={pages !== undefined && <span className="figure">{formats.count(total)}</span>}>
      <div className={`${styles.line} ${styles.above}`}>
        <TextInput label={t.actor} maxLength={64} value={typed} onChange={(event) => setTyped(event.target.value)} />
        <NativeSelect
          label={t.action}
          value={action ?? ''}
          data={[{ value: '', label: t.all }, ...ACTIONS.map((value) => ({ value, label: actions[value] }))]}
          onChange={({ currentTarget: { value } }) => setAction(ACTIONS.find((one) => one === value))}
        />
        <DayField label={t.day} value={day} max={today} onDay={setDay} />
      </div>
      {error !== null && <FailureNote error={error} onRetry={again} />}
      {pages === undefined && error === null && <Loading />}
      {pages !== undefined && events.length === 0 && <EmptyNote>{t.none}</EmptyNote>}
      {events.length > 0 && (
        <DenseTable
          caption={t.title}
          rows={events}
          rowKey={({ id }) => id}
          columns={[
            { key: 'at', head: t.at, cell: ({ at }) => <span className="figure">{formats.instant(at)}</span> },
            { key: 'actor', head: t.actor, cell: (event) => <Actor actor={event.actor} /> },
            { key: 'action', head: t.action, cell: (event) => actions[event.action] },
            {
              key: 'subject',
              head: t.subject,
              cell: ({ subject, subjectId }) => subject ?? (subjectId === null ? NOTHING : `#${subjectId}`),
            },
            { key: 'details', head: t.details, wideOnly: true, cell: ({ details }) => toDetails(details) },
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

function Actor({ actor: { kind, username, keyPrefix } }: { actor: AuditEvent['actor'] }): ReactNode {
  const kinds = useMessages(actorKindMessages);
  return (
    <>
      {username ?? kinds[kind]}
      {username !== null && kind !== 'login' && <span className={styles.quiet}> · {kinds[kind]}</span>}
      {keyPrefix !== null && <span className="code"> {keyPrefix}</span>}
    </>
  );
}

/** Small facts as the server names them: `role: admin`. */
function toDetails(details: AuditEvent['details']): string {
  const text = (value: unknown): string => (Array.isArray(value) ? value.join(', ') : String(value));
  return Object.entries(details)
    .map(([name, value]) => `${name}: ${text(value)}`)
    .join(' · ');
}
