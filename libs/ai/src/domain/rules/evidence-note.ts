import type { AlignFlag, PrimaryPhase, SupplyDemand } from '#lib/tracking';
import { type FiredEvent, shown } from './fired-event';
import type { BarAnalysis } from './bar-analysis';
import { DAILY, type EventRules, RULES_VERSION, type Timeframe } from './thresholds';

export const PHASE_NAMES: Readonly<Record<PrimaryPhase, string>> = {
  ...{ unclassified: '未分类', transition: '过渡', accumulation: '吸筹' },
  ...{ markup: '上涨', distribution: '派发', markdown: '下跌' },
};
const BALANCE_NAMES: Readonly<Record<SupplyDemand, string>> = {
  ...{ demand_dominant: '需求占优', supply_dominant: '供应占优', balanced: '供需平衡' },
};
const ALIGN_NAMES: Readonly<Record<AlignFlag, string>> = {
  ...{ aligned: '与主阶段一致', diverging: '与主阶段背离', neutral: '与主阶段无明显关系' },
};

export interface EvidenceNoteInput {
  readonly kind: 'daily' | 'weekly';
  readonly frame: Timeframe;
  /** Of the day, or of the week. */
  readonly analysis: BarAnalysis;
  readonly supplyDemand: SupplyDemand | null;
  readonly align: AlignFlag;
  /** The stock's strength compared with the market on the last day; null if that is not known. */
  readonly rs: number | null;
  /** Days of the week with a bar. */
  readonly days: number;
}

/** Which rules fired with which values, in Chinese; names the `rules` model. */
export function evidenceNote({ kind, frame, analysis, supplyDemand, align, rs, days }: EvidenceNoteInput): string {
  const { date, bar, phase } = analysis;
  const { events } = analysis.events;
  const { unit } = frame.events;
  const none = `${kind === 'daily' ? '当日' : '本周'}无事件触发`;
  return [
    `模型 rules（${RULES_VERSION}），数据至 ${date}${kind === 'daily' ? '' : `，按周线，本周 ${String(days)} 个交易日`}`,
    ...(events.length === 0 ? [none] : events.map((event) => formatEvent(event, date))),
    ...(bar.locked ? ['一字板，不触发事件'] : []),
    demandLine(bar.demandRatio, supplyDemand, frame.events),
    ...(rs === null ? [] : [`相对强弱：近 ${String(DAILY.events.strengthBars)} 日较市场中位数 ${signed(rs)} 个百分点`]),
    `阶段 ${PHASE_NAMES[phase.phase]}：${phase.reason}（第 ${String(phase.age + 1)} ${unit}），${ALIGN_NAMES[align]}`,
  ]
    .map((sentence) => `${sentence}。`)
    .join('\n');
}

function formatEvent({ event, happenedOn, explanation }: FiredEvent, today: string): string {
  return `${event}${happenedOn === today ? '' : `（发生于 ${happenedOn}）`}：${explanation}`;
}

function demandLine(ratio: number | null, supplyDemand: SupplyDemand | null, rules: EventRules): string {
  const { bars, demand, supply } = rules.supplyDemand;
  const span = `近 ${String(bars)} ${rules.unit}`;
  if (supplyDemand === null) return `供需：${span}数据不足`;
  const value = ratio === null ? '无涨跌' : ratio === Infinity ? `无下跌${rules.unit}` : shown(ratio);
  const rule = `≥${String(demand)} 需求，≤${String(supply)} 供应`;
  return `供需：${span}涨量/跌量 ${value}（${rule}），${BALANCE_NAMES[supplyDemand]}`;
}

function signed(value: number): string {
  return `${value < 0 ? '' : '+'}${shown(value, 1)}`;
}
