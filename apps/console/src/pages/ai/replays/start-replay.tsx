import { Button, Checkbox, NativeSelect, NumberInput, Textarea } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useLocation } from 'wouter';
import { api, readData, type Schemas } from '../../../api/client';
import { useConsoleState } from '../../../api/console-state';
import { DayField } from '../../../parts/day-field';
import { FailureNote } from '../../../parts/failure-note';
import { Panel } from '../../../parts/page';
import { useFormats } from '../../../i18n/formats';
import { useMessages } from '../../../i18n/messages';
import { aiMessages } from '../ai-messages';
import styles from '../ai.module.css';
import { modelsQuery } from '../models-query';
import { replayMessages } from './replay-messages';

const MAX_EVERY = 60;

interface Draft {
  readonly by: 'codes' | 'sessions';
  readonly which: string;
  readonly from: string;
  readonly to: string;
  readonly kind: 'daily' | 'weekly';
  readonly every: number;
  /** Models that are left out. */
  readonly without: readonly string[];
}

const EMPTY: Draft = { by: 'codes', which: '', from: '', to: '', kind: 'daily', every: 1, without: [] };

/** What to replay. Its questions and cost are shown first; the button that starts it comes with them. */
export function StartReplay(): ReactNode {
  const messages = useMessages(replayMessages);
  const { plan, start } = useReplayRequests();
  const [draft, setDraft] = useState(EMPTY);
  const { data: known } = useQuery(modelsQuery);
  const names = known?.models.map(({ model }) => model) ?? [];
  const change = (changes: Partial<Draft>): void => {
    plan.reset();
    start.reset();
    setDraft({ ...draft, ...changes });
  };
  const models = names.filter((name) => !draft.without.includes(name));
  const given = splitItems(draft.which);
  const ready = given.length > 0 && models.length > 0 && draft.from !== '' && draft.to !== '';
  const error = plan.error ?? start.error;
  return (
    <Panel title={messages.start}>
      <form
        aria-label={messages.start}
        className={styles.stack}
        onSubmit={(event) => {
          event.preventDefault();
          if (ready) plan.mutate(toBody(draft, models));
        }}
      >
        <div className={styles.filters}>
          {names.map((name) => (
            <Checkbox
              key={name}
              label={name}
              checked={!draft.without.includes(name)}
              onChange={({ currentTarget: { checked } }) =>
                change({
                  without: checked ? draft.without.filter((one) => one !== name) : [...draft.without, name],
                })
              }
            />
          ))}
        </div>
        <ReplayFields draft={draft} onChange={change} />
        <Textarea
          label={messages.which}
          description={messages.whichHint}
          autosize
          minRows={1}
          maxRows={6}
          value={draft.which}
          onChange={({ currentTarget: { value } }) => change({ which: value })}
        />
        {error !== null && <FailureNote error={error} />}
        {plan.data !== undefined && <Planned plan={plan.data} />}
        <div className={styles.filters}>
          <Button type="submit" variant="default" disabled={!ready} loading={plan.isPending}>
            {messages.plan}
          </Button>
          {plan.data !== undefined && (
            <Button loading={start.isPending} onClick={() => start.mutate(toBody(draft, models))}>
              {messages.go}
            </Button>
          )}
        </div>
      </form>
    </Panel>
  );
}

/** The request for the plan, and the one that starts the replay. */
function useReplayRequests() {
  const queries = useQueryClient();
  const [, navigate] = useLocation();
  const plan = useMutation({
    mutationFn: (body: Schemas['StartReplayBody']) => readData(api.POST('/api/stock-cycle/ai-replays/plan', { body })),
  });
  const start = useMutation({
    mutationFn: (body: Schemas['StartReplayBody']) => readData(api.POST('/api/stock-cycle/ai-replays', { body })),
    onSuccess: ({ replayId }) => {
      void queries.invalidateQueries({ queryKey: ['replays'] });
      navigate(`/ai/replays/${replayId}`);
    },
  });
  return { plan, start };
}

function ReplayFields({ draft, onChange }: { draft: Draft; onChange: (changes: Partial<Draft>) => void }): ReactNode {
  const messages = useMessages(replayMessages);
  const t = useMessages(aiMessages);
  const { today } = useConsoleState();
  return (
    <div className={styles.filters}>
      <NativeSelect
        label={messages.by}
        value={draft.by}
        onChange={({ currentTarget: { value } }) => onChange({ by: value === 'sessions' ? 'sessions' : 'codes' })}
        data={[
          { value: 'codes', label: messages.byCodes },
          { value: 'sessions', label: messages.bySessions },
        ]}
      />
      <DayField label={messages.from} value={draft.from} max={today} openOnly onDay={(from) => onChange({ from })} />
      <DayField label={messages.to} value={draft.to} max={today} openOnly onDay={(to) => onChange({ to })} />
      <NumberInput
        label={messages.every}
        value={draft.every}
        min={1}
        max={MAX_EVERY}
        allowDecimal={false}
        onChange={(value) => onChange({ every: typeof value === 'number' ? value : 1 })}
      />
      <NativeSelect
        label={t.kind}
        value={draft.kind}
        onChange={({ currentTarget: { value } }) => onChange({ kind: value === 'weekly' ? 'weekly' : 'daily' })}
        data={[
          { value: 'daily', label: messages.days },
          { value: 'weekly', label: messages.weeks },
        ]}
      />
    </div>
  );
}

function Planned({ plan: { questions, codes, days, estimate } }: { plan: Schemas['ReplayPlanResponse'] }): ReactNode {
  const messages = useMessages(replayMessages);
  const formats = useFormats();
  return (
    <p className={styles.facts} role="status">
      <span>{messages.planned(formats.count(questions), formats.count(codes.length), formats.count(days.length))}</span>
      {estimate.calls > 0 && (
        <>
          <span>{messages.calls(formats.count(estimate.calls), formats.count(estimate.tokens))}</span>
          <span>
            {estimate.cost === null ? messages.costUnknown : messages.cost(formats.decimal(estimate.cost, 2))}
          </span>
        </>
      )}
    </p>
  );
}

function splitItems(which: string): string[] {
  return which.split(/[\s,，、;；]+/).filter((one) => one !== '');
}

function toBody({ by, which, from, to, kind, every }: Draft, models: string[]): Schemas['StartReplayBody'] {
  const given = splitItems(which);
  return { models, from, to, kind, every, ...(by === 'codes' ? { codes: given } : { sessions: given }) };
}
