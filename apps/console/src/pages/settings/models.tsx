import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { api, dataOf, type Schemas } from '../../api/client';
import { DenseTable } from '../../parts/dense-table';
import { EmptyNote } from '../../parts/empty-note';
import { FailureNote } from '../../parts/failure-note';
import { Loading } from '../../parts/loading';
import { Panel } from '../../parts/page';
import { useFormats } from '../../words/formats';
import { useWords } from '../../words/words';
import { useFaultWords } from '../ai/fault-words';
import { ModelCosts } from './model-costs';
import { modelWords } from './model-words';
import styles from './settings.module.css';

type Model = Schemas['ModelSetupReply'];

/** How the models are set up, whether they answer, and what they cost. Keys are never shown. */
export function Models(): ReactNode {
  const say = useWords(modelWords);
  const { data, error, refetch } = useQuery({
    queryKey: ['model-setups'],
    queryFn: () => dataOf(api.GET('/api/ai/models')),
  });
  return (
    <>
      <Panel title={say.models}>
        <p className={`${styles.quiet} ${styles.above}`}>{say.means}</p>
        {error !== null && <FailureNote error={error} onRetry={() => void refetch()} />}
        {data === undefined && error === null && <Loading />}
        {data?.models.length === 0 && <EmptyNote>{say.none}</EmptyNote>}
        {data !== undefined && data.models.length > 0 && <ModelTable models={data.models} />}
      </Panel>
      <ModelCosts />
    </>
  );
}

function ModelTable({ models }: { models: readonly Model[] }): ReactNode {
  const say = useWords(modelWords);
  const formats = useFormats();
  const faultIn = useFaultWords();
  return (
    <DenseTable
      caption={say.models}
      rows={models}
      rowKey={({ name }) => name}
      columns={[
        {
          key: 'name',
          head: say.name,
          cell: ({ name, model }) => (
            <>
              <span className="code">{name}</span>
              {model !== name && <small className={styles.quiet}> · {model}</small>}
            </>
          ),
        },
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
            apiKeyEnv === null ? (
              say.noKeyNeeded
            ) : (
              <span title={apiKeyEnv}>{hasKey ? say.keySet : say.keyMissing}</span>
            ),
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
        { key: 'check', head: say.check, cell: ({ name }) => <Check model={name} /> },
      ]}
    />
  );
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

/** Says hello to the model, and tells whether it answered. */
function Check({ model }: { model: string }): ReactNode {
  const say = useWords(modelWords);
  const formats = useFormats();
  const faultIn = useFaultWords();
  const check = useMutation({
    mutationFn: () => dataOf(api.POST('/api/ai/models/{name}/check', { params: { path: { name: model } } })),
  });
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
