import type { StudyHorizon, StudyRow } from '#lib/studies';
import type { CommandContext } from './command-context';
import { concludeFrom } from './study-conclusion';
import { type Column, renderTable } from './table';
import { warnInChinese } from './messages/chinese-study-warnings';
import { groupDigits } from './messages/group-digits';
import { STATE_MESSAGES } from './messages/state.messages';
import { STUDY_MESSAGES } from './messages/study.messages';

/** A study as text: its state, what it says in one sentence, its horizons, what it lacks. */
export function describeStudy(study: StudyRow, context: CommandContext): string {
  const { result } = study;
  const lacks = describeLacks(study, context);
  if (result === null) return [describeState(study, context), ...lacks].join('\n');
  return [
    [describeState(study, context), describeFinding(study, result, context)].join('\n'),
    renderTable(columnsIn(context), result.horizons),
    lacks.join('\n'),
  ].join('\n\n');
}

function describeState(study: StudyRow, context: CommandContext): string {
  const t = context.words(STUDY_MESSAGES);
  const { id, screenId, screenVersion, status, progress, variant, error } = study;
  const state = t.state(id, screenId, screenVersion, context.words(STATE_MESSAGES)[status]);
  if (status === 'completed') return state + t.variant(variant.number, variant.of);
  return state + (error === null ? t.soFar(progress) : t.because(error));
}

function describeFinding(
  { fromDate, toDate }: StudyRow,
  { horizons, groupHorizon }: NonNullable<StudyRow['result']>,
  context: CommandContext,
): string {
  const t = context.words(STUDY_MESSAGES);
  const main = horizons.find(({ horizon }) => horizon === groupHorizon);
  if (main === undefined || main.n === 0) return t.nothing(fromDate, toDate);
  const { meanExcessLowPct: low, meanExcessHighPct: high } = main;
  return [
    t.found(fromDate, toDate, main.n, main.days),
    t.beat(main.horizon, decimal(main.hitRatePct), decimal(main.hitRateLowPct), decimal(main.hitRateHighPct)),
    t.excess(
      signed(main.meanExcessPct),
      low === null || high === null ? '' : t.interval(signed(low), signed(high)),
      signed(main.meanNetPct),
    ),
    describeConclusion(main, context),
  ].join('');
}

function describeConclusion(main: StudyHorizon, context: CommandContext): string {
  const t = context.words(STUDY_MESSAGES);
  const conclusion = concludeFrom(main);
  return 'sharePct' in conclusion ? t[conclusion.kind](decimal(conclusion.sharePct)) : t[conclusion.kind];
}

function columnsIn(context: CommandContext): Column<StudyHorizon>[] {
  const t = context.words(STUDY_MESSAGES);
  const figure = (title: string, cell: (row: StudyHorizon) => string): Column<StudyHorizon> => ({
    ...{ title, align: 'right', cell },
  });
  return [
    figure(t.horizon, ({ horizon }) => String(horizon)),
    figure(t.n, ({ n }) => groupDigits(n)),
    figure(t.nEff, ({ nEff }) => decimal(nEff)),
    figure(t.hit, ({ hitRatePct }) => decimal(hitRatePct)),
    figure(t.range, ({ hitRateLowPct: low, hitRateHighPct: high }) => range(decimal(low), decimal(high))),
    figure(t.base, ({ baseRatePct }) => decimal(baseRatePct)),
    figure(t.meanExcess, ({ meanExcessPct }) => signed(meanExcessPct)),
    figure(t.range, ({ meanExcessLowPct: low, meanExcessHighPct: high }) => range(signed(low), signed(high))),
    figure(t.net, ({ meanNetPct }) => signed(meanNetPct)),
    figure(t.worst, ({ worst5Pct }) => signed(worst5Pct)),
    figure(t.random, ({ randomListP }) => randomListP?.toFixed(3) ?? ''),
    { title: t.enough, cell: ({ insufficient }) => (insufficient ? t.no : t.yes) },
  ];
}

/** Each a sentence; that of survivors is among the warnings where the market has survivors alone. */
function describeLacks({ warnings, survivorship }: StudyRow, context: CommandContext): string[] {
  const t = context.words(STUDY_MESSAGES);
  const said = context.language === 'zh' ? warnings.map(warnInChinese) : warnings;
  return [...said.map((warning) => t.lack(warning)), ...(survivorship === 'complete' ? [t.complete] : [])];
}

/** Nothing where there is nothing to tell from. */
function decimal(value: number | null): string {
  return value?.toFixed(1) ?? '';
}

function signed(value: number | null): string {
  const text = decimal(value);
  return value !== null && value > 0 ? `+${text}` : text;
}

function range(low: string, high: string): string {
  return low === '' || high === '' ? '' : `${low} … ${high}`;
}
