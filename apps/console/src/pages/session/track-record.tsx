import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useConsoleState } from '../../api/console-state';
import type { Schemas } from '../../api/client';
import { useEventName } from '../../api/vocabulary';
import { DenseTable } from '../../parts/dense-table';
import { EmptyNote } from '../../parts/empty-note';
import { isPhase, usePhaseNames } from '../../parts/phases';
import { useFormats } from '../../i18n/formats';
import { defineMessages, useMessages } from '../../i18n/messages';
import styles from './track-record.module.css';
import { type Judgement, countTotals } from './track-totals';

type Score = Judgement['scores'][number];

const messages = defineMessages({
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
  const t = useMessages(messages);
  const formats = useFormats();
  const { today } = useConsoleState();
  const callOf = useCall();
  const horizons = HORIZONS.filter((horizon) => judgements.some(({ scores }) => hasScore(scores, horizon)));
  const shown = horizons.length === 0 ? HORIZONS.slice(0, 3) : horizons;
  if (judgements.length === 0) return <EmptyNote>{t.none}</EmptyNote>;
  return (
    <div className={styles.track}>
      <p className={styles.quiet}>{t.tooFew}</p>
      <DenseTable
        caption={t.totals}
        rows={countTotals(judgements)}
        rowKey={({ model, kind, replay }) => `${model} ${kind} ${replay}`}
        columns={[
          {
            key: 'model',
            head: t.totals,
            cell: ({ model, kind, replay }) => `${model} · ${t[kind]}${replay ? ` · ${t.replay}` : ''}`,
          },
          ...shown.map((horizon) => ({
            key: String(horizon),
            head: t.horizon(horizon),
            numeric: true,
            cell: ({ horizons: counted }: ReturnType<typeof countTotals>[number]) => {
              const { right, scored } = counted.get(horizon) ?? { right: 0, scored: 0 };
              return scored === 0 ? t.pending : `${right} / ${scored}`;
            },
          })),
        ]}
      />
      <DenseTable
        caption={t.judgements}
        rows={judgements.map((judgement, index) => ({ ...judgement, index }))}
        rowKey={({ index }) => index}
        columns={[
          {
            key: 'period',
            head: t.period,
            cell: ({ periodEnd }) => <span className="figure">{formats.day(periodEnd, today)}</span>,
          },
          {
            key: 'model',
            head: t.model,
            cell: ({ model, aiRunId, replay }) => (
              <>
                {aiRunId === null ? model : <Link href={`/ai/runs/${aiRunId}`}>{model}</Link>}
                {replay && <span className={styles.quiet}> {t.replay}</span>}
              </>
            ),
          },
          {
            key: 'call',
            head: t.call,
            cell: (judgement) => (
              <>
                <span className={styles.quiet}>{t[judgement.kind]}</span> {callOf(judgement)}
              </>
            ),
          },
          ...shown.map((horizon) => ({
            key: String(horizon),
            head: t.horizon(horizon),
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
  const t = useMessages(messages);
  const formats = useFormats();
  if (hindsight) return <Mark sign="—" spoken={t.hindsight} />;
  if (score === undefined) return <Mark sign="…" spoken={`${t.pending}：${t.waits(horizon)}`} />;
  if (score.state === 'unfillable' || score.right === null) return <Mark sign="⊘" spoken={t.unfillable} />;
  const right = score.right ? t.hit : t.miss;
  return (
    <span
      className={styles.mark}
      data-right={score.right}
      title={t.scored(
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
  const t = useMessages(messages);
  const phases = usePhaseNames();
  const eventName = useEventName();
  return ({ kind, value }) => {
    if (kind === 'phase' && isPhase(value)) return phases[value];
    if (kind === 'event') return `${value} ${eventName(value)}`;
    if (value === '上涨' || value === '下跌' || value === '震荡') return t[value];
    return kind === 'screen' ? '' : value;
  };
}

function hasScore(scores: readonly Score[], horizon: number): boolean {
  return scores.some((score) => score.horizon === horizon);
}
