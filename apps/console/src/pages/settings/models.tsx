import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { api, dataOf, type Schemas } from '../../api/client';
import { type Column, DenseTable } from '../../parts/dense-table';
import { EmptyNote } from '../../parts/empty-note';
import { FailureNote } from '../../parts/failure-note';
import { Loading } from '../../parts/loading';
import { Panel } from '../../parts/page';
import { useNotices } from '../../parts/undo';
import { useFormats } from '../../words/formats';
import { useWords } from '../../words/words';
import { useFaultWords } from '../ai/fault-words';
import { ModelCosts } from './model-costs';
import { bodyOf, draftOf } from './model-draft';
import { ModelForm } from './model-form';
import { modelSourceWords, modelWords } from './model-words';
import styles from './settings.module.css';

type Model = Schemas['ModelSetupResponse'];

/** How the models are set up, whether they answer, and what they cost. Keys are never shown. */
export function Models(): ReactNode {
  const say = useWords(modelWords);
  const { data, error, refetch } = useQuery({
    queryKey: ['model-setups'],
    queryFn: () => dataOf(api.GET('/api/ai/models')),
  });
  const [editing, setEditing] = useState<{ model: Model | undefined }>();
  const [saved, setSaved] = useState<string>();
  return (
    <>
      <Panel
        title={say.models}
        aside={
          data !== undefined && (
            <Button size="compact-sm" onClick={() => setEditing({ model: undefined })}>
              {say.add}
            </Button>
          )
        }
      >
        <p className={`${styles.quiet} ${styles.above}`}>
          {say.means} {data?.isSelected === true && say.selected}
        </p>
        {data?.unreadable.map(({ name, problem }) => (
          <p key={name}>⚠ {say.unreadable(name, problem)}</p>
        ))}
        {error !== null && <FailureNote error={error} onRetry={() => void refetch()} />}
        {data === undefined && error === null && <Loading />}
        {data?.models.length === 0 && <EmptyNote>{say.none}</EmptyNote>}
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
  const say = useWords(modelWords);
  const columns = useSetupColumns();
  return (
    <DenseTable
      caption={say.models}
      rows={models}
      rowKey={({ name }) => name}
      columns={[
        ...columns,
        {
          key: 'check',
          head: say.check,
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
  const say = useWords(modelWords);
  const sources = useWords(modelSourceWords);
  const formats = useFormats();
  const faultIn = useFaultWords();
  return [
    {
      key: 'name',
      head: say.name,
      cell: ({ name, model, isAsked, enabled }) => (
        <>
          <span className="code">{name}</span>
          {model !== name && <small className={styles.quiet}> · {model}</small>}
          {!isAsked && <small className={styles.quiet}> · ⊘ {enabled ? say.notSelected : say.off}</small>}
        </>
      ),
    },
    { key: 'source', head: say.source, wideOnly: true, cell: ({ source }) => sources[source] },
    {
      key: 'server',
      head: say.server,
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
      head: say.key,
      cell: ({ apiKeyEnv, hasKey }) =>
        apiKeyEnv === null ? say.noKeyNeeded : <span title={apiKeyEnv}>{hasKey ? say.keySet : say.keyMissing}</span>,
    },
    { key: 'limits', head: say.limits, wideOnly: true, cell: (model) => <Limits model={model} /> },
    {
      key: 'prices',
      head: say.prices,
      wideOnly: true,
      cell: ({ pricePerMTokIn, pricePerMTokOut }) =>
        pricePerMTokIn === null || pricePerMTokOut === null
          ? say.noPrice
          : say.priceOf(formats.decimal(pricePerMTokIn, 2), formats.decimal(pricePerMTokOut, 2)),
    },
    {
      key: 'faults',
      head: say.faults,
      cell: ({ faultsToday }) =>
        faultsToday.map(({ fault, calls }) => `${faultIn(fault)} × ${formats.count(calls)}`).join(' · '),
    },
  ];
}

function Limits({ model: { concurrency, rpm, tpm } }: { model: Model }): ReactNode {
  const say = useWords(modelWords);
  const formats = useFormats();
  const limits = [
    concurrency === null ? [] : say.atOnce(formats.count(concurrency)),
    rpm === null ? [] : say.aMinute(formats.count(rpm)),
    tpm === null ? [] : say.tokensAMinute(formats.count(tpm)),
  ].flat();
  return limits.length === 0 ? say.noLimits : limits.join(' · ');
}

/** Of a model of the console. Its removal can be taken back: the form's fields are all that there is of it. */
function Actions({ model, onChange }: { model: Model; onChange: () => void }): ReactNode {
  const say = useWords(modelWords);
  const notices = useNotices();
  const queries = useQueryClient();
  const { name } = model;
  const params = { path: { name } };
  const again = (): Promise<void> => queries.invalidateQueries({ queryKey: ['model-setups'] });
  const remove = (): void => {
    dataOf(api.DELETE('/api/ai/models/{name}', { params }))
      .finally(again)
      .then(
        () =>
          notices.done(say.removed(name), () =>
            dataOf(api.PUT('/api/ai/models/{name}', { params, body: bodyOf(draftOf(model)) })).finally(again),
          ),
        notices.failed,
      );
  };
  return (
    <div className={styles.actions}>
      <Button size="compact-xs" variant="default" aria-label={say.changeOf(name)} onClick={onChange}>
        {say.change}
      </Button>
      <Button size="compact-xs" variant="default" aria-label={say.removeOf(name)} onClick={remove}>
        {say.remove}
      </Button>
    </div>
  );
}

/** Says hello to the model, and tells whether it answered. */
function Check({ model, atOnce }: { model: string; atOnce: boolean }): ReactNode {
  const say = useWords(modelWords);
  const formats = useFormats();
  const faultIn = useFaultWords();
  const check = useMutation({
    mutationFn: () => dataOf(api.POST('/api/ai/models/{name}/check', { params: { path: { name: model } } })),
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
        aria-label={say.checkOf(model)}
        onClick={() => {
          check.mutate();
        }}
      >
        {say.check}
      </Button>
      <span role="status">
        {check.data?.isAnswering === true && say.answers(formats.duration(check.data.durationMs))}
        {check.data?.isAnswering === false && `✕ ${faultIn(check.data.fault)}`}
      </span>
      {check.error !== null && <FailureNote error={check.error} />}
    </span>
  );
}
