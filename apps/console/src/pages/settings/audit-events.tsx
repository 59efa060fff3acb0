import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type ReactNode, useState } from 'react';
import { api, dataOf, type Schemas } from '../../api/client';
import { useConsoleState } from '../../api/console-state';
import { useMorePages } from '../../api/more-pages';
import { DayField } from '../../parts/day-field';
import { DenseTable } from '../../parts/dense-table';
import { EmptyNote } from '../../parts/empty-note';
import { FailureNote } from '../../parts/failure-note';
import { Loading } from '../../parts/loading';
import { Panel } from '../../parts/page';
import { NOTHING, useFormats } from '../../words/formats';
import { useWords } from '../../words/words';
import { ACTIONS, actionWords, actorKindWords, auditEventWords } from './audit-event-words';
import styles from './settings.module.css';

type AuditEvent = Schemas['AuditEventResponse'];

const PAGE = 100;
const REST_MS = 250;

/** Who did what: users, keys, imports, syncs, scans, drains, deletions, backups; newest first. */
export function AuditEvents(): ReactNode {
  const say = useWords(auditEventWords);
  const actions = useWords(actionWords);
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
      const page = await dataOf(api.GET('/api/admin/audit-events', { params: { query } }));
      const read = offset + page.items.length;
      return { ...page, pagination: { total: page.total, limit: PAGE, offset, hasMore: read < page.total } };
    },
  });
  const events = pages?.flatMap(({ items }) => items) ?? [];
  return (
    <Panel title={say.title} aside={pages !== undefined && <span className="figure">{formats.count(total)}</span>}>
      <div className={`${styles.line} ${styles.above}`}>
        <TextInput label={say.actor} maxLength={64} value={typed} onChange={(event) => setTyped(event.target.value)} />
        <NativeSelect
          label={say.action}
          value={action ?? ''}
          data={[{ value: '', label: say.all }, ...ACTIONS.map((value) => ({ value, label: actions[value] }))]}
          onChange={({ currentTarget: { value } }) => setAction(ACTIONS.find((one) => one === value))}
        />
        <DayField label={say.day} value={day} max={today} onDay={setDay} />
      </div>
      {error !== null && <FailureNote error={error} onRetry={again} />}
      {pages === undefined && error === null && <Loading />}
      {pages !== undefined && events.length === 0 && <EmptyNote>{say.none}</EmptyNote>}
      {events.length > 0 && (
        <DenseTable
          caption={say.title}
          rows={events}
          rowKey={({ id }) => id}
          columns={[
            { key: 'at', head: say.at, cell: ({ at }) => <span className="figure">{formats.instant(at)}</span> },
            { key: 'actor', head: say.actor, cell: (event) => <Actor actor={event.actor} /> },
            { key: 'action', head: say.action, cell: (event) => actions[event.action] },
            {
              key: 'subject',
              head: say.subject,
              cell: ({ subject, subjectId }) => subject ?? (subjectId === null ? NOTHING : `#${subjectId}`),
            },
            { key: 'details', head: say.details, wideOnly: true, cell: ({ details }) => detailsOf(details) },
          ]}
        />
      )}
      {hasNextPage && (
        <Button variant="subtle" loading={isFetchingNextPage} onClick={more}>
          {say.more}
        </Button>
      )}
    </Panel>
  );
}

function Actor({ actor: { kind, username, keyPrefix } }: { actor: AuditEvent['actor'] }): ReactNode {
  const kinds = useWords(actorKindWords);
  return (
    <>
      {username ?? kinds[kind]}
      {username !== null && kind !== 'login' && <span className={styles.quiet}> · {kinds[kind]}</span>}
      {keyPrefix !== null && <span className="code"> {keyPrefix}</span>}
    </>
  );
}

/** Small facts as the server names them: `role: admin`. */
function detailsOf(details: AuditEvent['details']): string {
  const text = (value: unknown): string => (Array.isArray(value) ? value.join(', ') : String(value));
  return Object.entries(details)
    .map(([name, value]) => `${name}: ${text(value)}`)
    .join(' · ');
}
