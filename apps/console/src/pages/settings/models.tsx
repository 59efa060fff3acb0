import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { api, readData, type Schemas } from '../../api/client';
import { type Column, DenseTable } from '../../parts/dense-table';
import { EmptyNote } from '../../parts/empty-note';
import { FailureNote } from '../../parts/failure-note';
import { Loading } from '../../parts/loading';
import { Panel } from '../../parts/page';
import { useNotices } from '../../parts/undo';
import { useFormats } from '../../i18n/formats';
import { useMessages } from '../../i18n/messages';
import { useFaultText } from '../ai/fault-messages';
import { ModelCosts } from './model-costs';
import { toBody, toDraft } from './model-draft';
import { ModelForm } from './model-form';
import { modelSourceMessages, modelMessages } from './model-messages';
import styles from './settings.module.css';

type Model = Schemas['ModelSetupResponse'];

/** How the models are set up, whether they answer, and what they cost. Keys are never shown. */
export function Models(): ReactNode {
  const t = useMessages(modelMessages);
  const { data, error, refetch } = useQuery({
    queryKey: ['model-setups'],
    queryFn: () => readData(api.GET('/api/ai/models')),
  });
  const [editing, setEditing] = useState<{ model: Model | undefined }>();
  const [saved, setSaved] = useState<string>();
  return (
    <>
      <Panel
        title={t.models}
        aside={
          data !== undefined && (
            <Button size="compact-sm" onClick={() => setEditing({ model: undefined })}>
              {t.add}
            </Button>
          )
        }
      >
        <p className={`${styles.quiet} ${styles.above}`}>
          {t.means} {data?.isSelected === true && t.selected}
        </p>
        {data?.unreadable.map(({ name, problem }) => (
          <p key={name}>⚠ {t.unreadable(name, problem)}</p>
        ))}
        {error !== null && <FailureNote error={error} onRetry={() => void refetch()} />}
        {data === undefined && error === null && <Loading />}
        {data?.models.length === 0 && <EmptyNote>{t.none}</EmptyNote>}
        {data !== undefined && data.models.length > 0 && (
          <ModelTable models={data.models} saved={saved} onChange={(model) => setEditing({ model })} />
        )}
      </Panel>
      {editing !== undefined && (
        <ModelForm
          model={editing.model}
          presets={data?.presets ?? []}
          onLeave={() => setEditing(undefined)}
          onSaved={(name) => {
            setEditing(undefined);
            setSaved(name);
          }}
        />
      )}
      <ModelCosts />
    </>
  );
}

function ModelTable({
  models,
  saved,
  onChange,
}: {
  models: readonly Model[];
  /** The one that was saved last: it is tested at once. */
  saved: string | undefined;
  onChange: (model: Model) => void;
}): ReactNode {
  const t = useMessages(modelMessages);
  const columns = useSetupColumns();
  return (
    <DenseTable
      caption={t.models}
      rows={models}
      rowKey={({ name }) => name}
      columns={[
        ...columns,
        {
          key: 'check',
          head: t.check,
          cell: ({ name }) => <Check key={name} model={name} atOnce={name === saved} />,
        },
        {
          key: 'actions',
          head: '',
          cell: (model) => model.source === 'console' && <Actions model={model} onChange={() => onChange(model)} />,
        },
      ]}
    />
  );
}

/** How a model is set up, and what went wrong with it today. */
function useSetupColumns(): Column<Model>[] {
  const t = useMessages(modelMessages);
  const sources = useMessages(modelSourceMessages);
  const formats = useFormats();
  const faultText = useFaultText();
  return [
    {
      key: 'name',
      head: t.name,
      cell: ({ name, model, isAsked, enabled }) => (
        <>
          <span className="code">{name}</span>
          {model !== name && <small className={styles.quiet}> · {model}</small>}
          {!isAsked && <small className={styles.quiet}> · ⊘ {enabled ? t.notSelected : t.off}</small>}
        </>
      ),
    },
    { key: 'source', head: t.source, wideOnly: true, cell: ({ source }) => sources[source] },
    {
      key: 'server',
      head: t.server,
      wideOnly: true,
      cell: ({ baseUrl, preset }) => (
        <>
          <span className="code">{baseUrl}</span>
          {preset !== null && <small className={styles.quiet}> · {preset}</small>}
        </>
      ),
    },
    {
      key: 'key',
      head: t.key,
      cell: ({ apiKeyEnv, hasKey }) =>
        apiKeyEnv === null ? t.noKeyNeeded : <span title={apiKeyEnv}>{hasKey ? t.keySet : t.keyMissing}</span>,
    },
    { key: 'limits', head: t.limits, wideOnly: true, cell: (model) => <Limits model={model} /> },
    {
      key: 'prices',
      head: t.prices,
      wideOnly: true,
      cell: ({ pricePerMTokIn, pricePerMTokOut }) =>
        pricePerMTokIn === null || pricePerMTokOut === null
          ? t.noPrice
          : t.priceOf(formats.decimal(pricePerMTokIn, 2), formats.decimal(pricePerMTokOut, 2)),
    },
    {
      key: 'faults',
      head: t.faults,
      cell: ({ faultsToday }) =>
        faultsToday.map(({ fault, calls }) => `${faultText(fault)} × ${formats.count(calls)}`).join(' · '),
    },
  ];
}

function Limits({ model: { concurrency, rpm, tpm } }: { model: Model }): ReactNode {
  const t = useMessages(modelMessages);
  const formats = useFormats();
  const limits = [
    concurrency === null ? [] : t.atOnce(formats.count(concurrency)),
    rpm === null ? [] : t.aMinute(formats.count(rpm)),
    tpm === null ? [] : t.tokensAMinute(formats.count(tpm)),
  ].flat();
  return limits.length === 0 ? t.noLimits : limits.join(' · ');
}

/** Of a model of the console. Its removal can be taken back: the form's fields are all that there is of it. */
function Actions({ model, onChange }: { model: Model; onChange: () => void }): ReactNode {
  const t = useMessages(modelMessages);
  const notices = useNotices();
  const queries = useQueryClient();
  const { name } = model;
  const params = { path: { name } };
  const again = (): Promise<void> => queries.invalidateQueries({ queryKey: ['model-setups'] });
  const remove = (): void => {
    readData(api.DELETE('/api/ai/models/{name}', { params }))
      .finally(again)
      .then(
        () =>
          notices.done(t.removed(name), () =>
            readData(api.PUT('/api/ai/models/{name}', { params, body: toBody(toDraft(model)) })).finally(again),
          ),
        notices.failed,
      );
  };
  return (
    <div className={styles.actions}>
      <Button size="compact-xs" variant="default" aria-label={t.changeOf(name)} onClick={onChange}>
        {t.change}
      </Button>
      <Button size="compact-xs" variant="default" aria-label={t.removeOf(name)} onClick={remove}>
        {t.remove}
      </Button>
    </div>
  );
}

/** Says hello to the model, and shows whether it answered. */
function Check({ model, atOnce }: { model: string; atOnce: boolean }): ReactNode {
  const t = useMessages(modelMessages);
  const formats = useFormats();
  const faultText = useFaultText();
  const check = useMutation({
    mutationFn: () => readData(api.POST('/api/ai/models/{name}/check', { params: { path: { name: model } } })),
  });
  const { mutate } = check;
  useEffect(() => {
    if (atOnce) mutate();
  }, [atOnce, mutate]);
  return (
    <span className={styles.line}>
      <Button
        size="compact-xs"
        variant="default"
        loading={check.isPending}
        aria-label={t.checkOf(model)}
        onClick={() => {
          check.mutate();
        }}
      >
        {t.check}
      </Button>
      <span role="status">
        {check.data?.isAnswering === true && t.answers(formats.duration(check.data.durationMs))}
        {check.data?.isAnswering === false && `✕ ${faultText(check.data.fault)}`}
      </span>
      {check.error !== null && <FailureNote error={check.error} />}
    </span>
  );
}
