import { Button, Checkbox, NativeSelect, NumberInput, Textarea } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useLocation } from 'wouter';
import { api, dataOf, type Schemas } from '../../../api/client';
import { useConsoleState } from '../../../api/console-state';
import { DayField } from '../../../parts/day-field';
import { FailureNote } from '../../../parts/failure-note';
import { Panel } from '../../../parts/page';
import { useFormats } from '../../../words/formats';
import { useWords } from '../../../words/words';
import { aiWords } from '../ai-words';
import styles from '../ai.module.css';
import { modelsQuery } from '../models-query';
import { replayWords } from './replay-words';

const MOST_EVERY = 60;

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
  const words = useWords(replayWords);
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
  const given = itemsOf(draft.which);
  const ready = given.length > 0 && models.length > 0 && draft.from !== '' && draft.to !== '';
  const error = plan.error ?? start.error;
  return (
    <Panel title={words.start}>
      <form
        aria-label={words.start}
        className={styles.stack}
        onSubmit={(event) => {
          event.preventDefault();
          if (ready) plan.mutate(bodyOf(draft, models));
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
          label={words.which}
          description={words.whichHint}
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
            {words.plan}
          </Button>
          {plan.data !== undefined && (
            <Button loading={start.isPending} onClick={() => start.mutate(bodyOf(draft, models))}>
              {words.go}
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
    mutationFn: (body: Schemas['StartReplayBody']) => dataOf(api.POST('/api/stock-cycle/ai-replays/plan', { body })),
  });
  const start = useMutation({
    mutationFn: (body: Schemas['StartReplayBody']) => dataOf(api.POST('/api/stock-cycle/ai-replays', { body })),
    onSuccess: ({ replayId }) => {
      void queries.invalidateQueries({ queryKey: ['replays'] });
      navigate(`/ai/replays/${replayId}`);
    },
  });
  return { plan, start };
}

function ReplayFields({ draft, onChange }: { draft: Draft; onChange: (changes: Partial<Draft>) => void }): ReactNode {
  const words = useWords(replayWords);
  const say = useWords(aiWords);
  const { today } = useConsoleState();
  return (
    <div className={styles.filters}>
      <NativeSelect
        label={words.by}
        value={draft.by}
        onChange={({ currentTarget: { value } }) => onChange({ by: value === 'sessions' ? 'sessions' : 'codes' })}
        data={[
          { value: 'codes', label: words.byCodes },
          { value: 'sessions', label: words.bySessions },
        ]}
      />
      <DayField label={words.from} value={draft.from} max={today} openOnly onDay={(from) => onChange({ from })} />
      <DayField label={words.to} value={draft.to} max={today} openOnly onDay={(to) => onChange({ to })} />
      <NumberInput
        label={words.every}
        value={draft.every}
        min={1}
        max={MOST_EVERY}
        allowDecimal={false}
        onChange={(value) => onChange({ every: typeof value === 'number' ? value : 1 })}
      />
      <NativeSelect
        label={say.kind}
        value={draft.kind}
        onChange={({ currentTarget: { value } }) => onChange({ kind: value === 'weekly' ? 'weekly' : 'daily' })}
        data={[
          { value: 'daily', label: words.days },
          { value: 'weekly', label: words.weeks },
        ]}
      />
    </div>
  );
}

function Planned({ plan: { questions, codes, days, estimate } }: { plan: Schemas['ReplayPlanResponse'] }): ReactNode {
  const words = useWords(replayWords);
  const formats = useFormats();
  return (
    <p className={styles.facts} role="status">
      <span>{words.planned(formats.count(questions), formats.count(codes.length), formats.count(days.length))}</span>
      {estimate.calls > 0 && (
        <>
          <span>{words.calls(formats.count(estimate.calls), formats.count(estimate.tokens))}</span>
          <span>{estimate.cost === null ? words.costUnknown : words.cost(formats.decimal(estimate.cost, 2))}</span>
        </>
      )}
    </p>
  );
}

function itemsOf(which: string): string[] {
  return which.split(/[\s,，、;；]+/).filter((one) => one !== '');
}

function bodyOf({ by, which, from, to, kind, every }: Draft, models: string[]): Schemas['StartReplayBody'] {
  const given = itemsOf(which);
  return { models, from, to, kind, every, ...(by === 'codes' ? { codes: given } : { sessions: given }) };
}
