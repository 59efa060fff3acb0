import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useConsoleState } from '../../api/console-state';
import type { Schemas } from '../../api/client';
import { useEventName } from '../../api/vocabulary';
import { DenseTable } from '../../parts/dense-table';
import { EmptyNote } from '../../parts/empty-note';
import { isPhase, usePhaseNames } from '../../parts/phases';
import { useFormats } from '../../words/formats';
import { defineWords, useWords } from '../../words/words';
import styles from './track-record.module.css';
import { type Judgement, totalsOf } from './track-totals';

type Score = Judgement['scores'][number];

const words = defineWords({
  zh: {
    none: '模型还没有对此跟踪作过判断。',
    judgements: '模型的判断',
    totals: '合计',
    model: '模型',
    period: '截至',
    call: '判断',
    outlook: '展望',
    phase: '阶段',
    event: '事件',
    screen: '入选',
    horizon: (days: number) => `${days} 日`,
    hit: '对',
    miss: '错',
    pending: '待定',
    hindsight: '事后作出，不计分',
    replay: '回放',
    unfillable: '首日开盘买不到',
    scored: (right: string, returned: string, excess: string, exit: string) =>
      `${right} · 收益 ${returned} · 超额 ${excess} 点 · 至 ${exit}`,
    waits: (days: number) => `${days} 个交易日未满`,
    tooFew: '此处样本少，只说这一只；日期重叠的判断只计一次；总战绩见 AI 页。',
    上涨: '上涨',
    下跌: '下跌',
    震荡: '震荡',
  },
  en: {
    none: 'No model has judged this session yet.',
    judgements: 'What models said',
    totals: 'Totals',
    model: 'Model',
    period: 'Up to',
    call: 'Call',
    outlook: 'outlook',
    phase: 'phase',
    event: 'event',
    screen: 'screened',
    horizon: (days) => `${days} d`,
    hit: 'right',
    miss: 'wrong',
    pending: 'pending',
    hindsight: 'made in hindsight, not scored',
    replay: 'replay',
    unfillable: 'could not be bought at the first open',
    scored: (right, returned, excess, exit) => `${right} · return ${returned} · excess ${excess} pts · to ${exit}`,
    waits: (days) => `${days} trading days are not over`,
    tooFew:
      'Few samples, of this stock alone; of judgements whose days overlap one counts. The whole record is on the AI page.',
    上涨: 'up',
    下跌: 'down',
    震荡: 'sideways',
  },
});

const HORIZONS = [5, 10, 20, 60] as const;

/** What models said of the stock, and how it turned out. */
export function TrackRecord({ judgements }: { judgements: readonly Judgement[] }): ReactNode {
  const say = useWords(words);
  const formats = useFormats();
  const { today } = useConsoleState();
  const callOf = useCall();
  const horizons = HORIZONS.filter((horizon) => judgements.some(({ scores }) => hasScore(scores, horizon)));
  const shown = horizons.length === 0 ? HORIZONS.slice(0, 3) : horizons;
  if (judgements.length === 0) return <EmptyNote>{say.none}</EmptyNote>;
  return (
    <div className={styles.track}>
      <p className={styles.quiet}>{say.tooFew}</p>
      <DenseTable
        caption={say.totals}
        rows={totalsOf(judgements)}
        rowKey={({ model, kind, replay }) => `${model} ${kind} ${replay}`}
        columns={[
          {
            key: 'model',
            head: say.totals,
            cell: ({ model, kind, replay }) => `${model} · ${say[kind]}${replay ? ` · ${say.replay}` : ''}`,
          },
          ...shown.map((horizon) => ({
            key: String(horizon),
            head: say.horizon(horizon),
            figure: true,
            cell: ({ horizons: counted }: ReturnType<typeof totalsOf>[number]) => {
              const { right, scored } = counted.get(horizon) ?? { right: 0, scored: 0 };
              return scored === 0 ? say.pending : `${right} / ${scored}`;
            },
          })),
        ]}
      />
      <DenseTable
        caption={say.judgements}
        rows={judgements.map((judgement, index) => ({ ...judgement, index }))}
        rowKey={({ index }) => index}
        columns={[
          {
            key: 'period',
            head: say.period,
            cell: ({ periodEnd }) => <span className="figure">{formats.day(periodEnd, today)}</span>,
          },
          {
            key: 'model',
            head: say.model,
            cell: ({ model, aiRunId, replay }) => (
              <>
                {aiRunId === null ? model : <Link href={`/ai/runs/${aiRunId}`}>{model}</Link>}
                {replay && <span className={styles.quiet}> {say.replay}</span>}
              </>
            ),
          },
          {
            key: 'call',
            head: say.call,
            cell: (judgement) => (
              <>
                <span className={styles.quiet}>{say[judgement.kind]}</span> {callOf(judgement)}
              </>
            ),
          },
          ...shown.map((horizon) => ({
            key: String(horizon),
            head: say.horizon(horizon),
            cell: ({ scores, hindsight }: Judgement) => (
              <ScoreMark score={scores.find((score) => score.horizon === horizon)} {...{ horizon, hindsight }} />
            ),
          })),
        ]}
      />
    </div>
  );
}

function ScoreMark({
  score,
  horizon,
  hindsight,
}: {
  score: Score | undefined;
  horizon: number;
  hindsight: boolean;
}): ReactNode {
  const say = useWords(words);
  const formats = useFormats();
  if (hindsight) return <Mark sign="—" spoken={say.hindsight} />;
  if (score === undefined) return <Mark sign="…" spoken={`${say.pending}：${say.waits(horizon)}`} />;
  if (score.state === 'unfillable' || score.right === null) return <Mark sign="⊘" spoken={say.unfillable} />;
  const right = score.right ? say.hit : say.miss;
  return (
    <span
      className={styles.mark}
      data-right={score.right}
      title={say.scored(
        right,
        formats.change(score.returnPct),
        formats.decimal(score.excessPct, 2),
        formats.day(score.exitDate),
      )}
    >
      {score.right ? '✓' : '✕'} {right}
    </span>
  );
}

function Mark({ sign, spoken }: { sign: string; spoken: string }): ReactNode {
  return (
    <span className={styles.quiet} title={spoken} role="img" aria-label={spoken}>
      {sign}
    </span>
  );
}

function useCall(): (judgement: Schemas['SessionJudgementResponse']) => string {
  const say = useWords(words);
  const phases = usePhaseNames();
  const eventName = useEventName();
  return ({ kind, value }) => {
    if (kind === 'phase' && isPhase(value)) return phases[value];
    if (kind === 'event') return `${value} ${eventName(value)}`;
    if (value === '上涨' || value === '下跌' || value === '震荡') return say[value];
    return kind === 'screen' ? '' : value;
  };
}

function hasScore(scores: readonly Score[], horizon: number): boolean {
  return scores.some((score) => score.horizon === horizon);
}
