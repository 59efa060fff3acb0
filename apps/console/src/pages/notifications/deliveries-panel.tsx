import { Button, NativeSelect } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { api, readData } from '../../api/client';
import { NOTHING, useFormats } from '../../i18n/formats';
import { useMessages } from '../../i18n/messages';
import { type Column, DenseTable } from '../../parts/dense-table';
import { EmptyNote } from '../../parts/empty-note';
import { FailureNote } from '../../parts/failure-note';
import { Loading } from '../../parts/loading';
import { Panel } from '../../parts/page';
import { useNotices } from '../../parts/undo';
import { usePreferences } from '../../preferences/preferences';
import styles from './notifications.module.css';
import { DELIVERIES, type Delivery, type DeliveryFilter, useChannels, useDeliveries } from './notification-queries';
import { deliveryMessages, deliveryStateMessages, eventTypeMessages } from './rule-messages';
import { answerInWords } from './service-answers';

const STATES: readonly Delivery['state'][] = ['pending', 'waiting', 'sent', 'failed', 'disabled'];

/** What was sent last, and what the services answered. */
export function DeliveriesPanel(): ReactNode {
  const t = useMessages(deliveryMessages);
  const states = useMessages(deliveryStateMessages);
  const [filter, setFilter] = useState<DeliveryFilter>({});
  const { data, error, refetch } = useDeliveries(filter);
  const { data: channels = [] } = useChannels();
  const columns = useDeliveryColumns();
  const isFiltered = Object.keys(filter).length > 0;
  return (
    <Panel title={t.deliveries}>
      <p className={`${styles.quiet} ${styles.above}`}>{t.means}</p>
      <div className={`${styles.line} ${styles.above}`}>
        <NativeSelect
          label={t.channel}
          value={String(filter.channel_id ?? '')}
          data={[{ value: '', label: t.all }, ...channels.map(({ id, name }) => ({ value: String(id), label: name }))]}
          onChange={({ currentTarget: { value } }) =>
            setFilter(({ state }) => ({
              ...(state === undefined ? {} : { state }),
              ...(value === '' ? {} : { channel_id: Number(value) }),
            }))
          }
        />
        <NativeSelect
          label={t.state}
          value={filter.state ?? ''}
          data={[{ value: '', label: t.all }, ...STATES.map((value) => ({ value, label: states[value] }))]}
          onChange={({ currentTarget: { value } }) => {
            const state = STATES.find((one) => one === value);
            setFilter(({ channel_id }) => ({
              ...(channel_id === undefined ? {} : { channel_id }),
              ...(state === undefined ? {} : { state }),
            }));
          }}
        />
      </div>
      {error !== null && <FailureNote error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Loading />}
      {data?.length === 0 && <EmptyNote>{isFiltered ? t.noneSuch : t.none}</EmptyNote>}
      {data !== undefined && data.length > 0 && (
        <DenseTable caption={t.deliveries} rows={data} rowKey={({ id }) => id} columns={columns} />
      )}
    </Panel>
  );
}

function useDeliveryColumns(): Column<Delivery>[] {
  const t = useMessages(deliveryMessages);
  const states = useMessages(deliveryStateMessages);
  const events = useMessages(eventTypeMessages);
  const formats = useFormats();
  const { language } = usePreferences();
  const { data: channels } = useChannels();
  return [
    {
      key: 'state',
      head: t.state,
      cell: ({ state, nextAttemptAt }) => (
        <>
          {states[state]}
          {state === 'waiting' && nextAttemptAt !== null && (
            <small className={styles.quiet}> · {t.nextAt(formats.instant(nextAttemptAt))}</small>
          )}
        </>
      ),
    },
    { key: 'message', head: t.message, cell: ({ message }) => <MessageCell message={message} /> },
    { key: 'event', head: t.event, wideOnly: true, cell: ({ eventType }) => events[eventType] },
    {
      key: 'channel',
      head: t.channel,
      cell: ({ channelId }) => channels?.find(({ id }) => id === channelId)?.name ?? t.gone,
    },
    {
      key: 'attempts',
      head: t.attempts,
      numeric: true,
      wideOnly: true,
      cell: ({ attempts }) => formats.count(attempts),
    },
    {
      key: 'answer',
      head: t.answer,
      cell: ({ lastAnswer, serviceAnswer }) => (
        <div className={styles.answer}>
          {lastAnswer === null ? NOTHING : answerInWords(lastAnswer, language)}
          {serviceAnswer !== null && (
            <>
              <br />
              <small className={styles.quiet}>{t.service(serviceAnswer)}</small>
            </>
          )}
        </div>
      ),
    },
    {
      key: 'when',
      head: t.when,
      numeric: true,
      cell: ({ sentAt, createdAt }) => formats.instant(sentAt ?? createdAt),
    },
    { key: 'resend', head: '', cell: (delivery) => <Resend delivery={delivery} /> },
  ];
}

/** The title of a message, with its lines folded away. */
function MessageCell({ message: { title, lines, sections } }: { message: Delivery['message'] }): ReactNode {
  const shown = [...lines, ...sections.flatMap((section) => [section.heading, ...section.lines])];
  if (shown.length === 0) return <div className={styles.message}>{title}</div>;
  return (
    <details className={styles.message}>
      <summary>{title}</summary>
      {shown.map((line, at) => (
        <p key={at}>{line}</p>
      ))}
    </details>
  );
}

/** Sends a delivery again; one that is being sent is left alone. */
function Resend({ delivery: { id, state, message } }: { delivery: Delivery }): ReactNode {
  const t = useMessages(deliveryMessages);
  const notices = useNotices();
  const queries = useQueryClient();
  const resend = useMutation({
    mutationFn: () => readData(api.POST('/api/notifications/deliveries/{id}/resend', { params: { path: { id } } })),
    onSuccess: () => notices.done(t.resent),
    onError: notices.failed,
    onSettled: () => queries.invalidateQueries({ queryKey: DELIVERIES }),
  });
  if (state === 'pending') return null;
  return (
    <Button
      size="compact-xs"
      variant="default"
      loading={resend.isPending}
      aria-label={t.resendOf(message.title)}
      onClick={() => resend.mutate()}
    >
      {t.resend}
    </Button>
  );
}
