import type { AlignFlag, PrimaryPhase, SupplyDemand } from '#lib/tracking';
import { type FiredEvent, shown } from './fired-event';
import type { DayReading } from './market-reading';
import { RULES, RULES_VERSION } from './thresholds';

/** An event with the day on which it was recognised. */
export interface DatedEvent extends FiredEvent {
  readonly recognisedOn: string;
}

export const PHASE_NAMES: Readonly<Record<PrimaryPhase, string>> = {
  ...{ unclassified: '未分类', transition: '过渡', accumulation: '吸筹' },
  ...{ markup: '上涨', distribution: '派发', markdown: '下跌' },
};
const BALANCE_NAMES: Readonly<Record<SupplyDemand, string>> = {
  ...{ demand_dominant: '需求占优', supply_dominant: '供应占优', balanced: '供需均衡' },
};
const ALIGN_NAMES: Readonly<Record<AlignFlag, string>> = {
  ...{ aligned: '与会话主阶段一致', diverging: '与会话主阶段背离', neutral: '与会话主阶段无明显关系' },
};

export interface Noted {
  readonly kind: 'daily' | 'weekly';
  readonly events: readonly DatedEvent[];
  /** The day judged, or the week's last. */
  readonly day: DayReading;
  readonly supplyDemand: SupplyDemand | null;
  readonly align: AlignFlag;
  /** Days of the week with a bar. */
  readonly bars: number;
}

/** Which rules fired with which figures, in Chinese; says that it is the `rules` model's. */
export function evidenceNote({ kind, events, day, supplyDemand, align, bars }: Noted): string {
  const none = kind === 'daily' ? '当日无事件触发' : '本周无事件触发';
  return [
    `模型 rules（${RULES_VERSION}），数据至 ${day.date}${kind === 'daily' ? '' : `，本周 ${String(bars)} 根日线`}`,
    ...(events.length === 0 ? [none] : events.map((event) => toldEvent(event, day.date))),
    ...(day.bar.locked ? ['一字板，不触发事件'] : []),
    demandLine(day.bar.demandRatio, supplyDemand),
    `阶段 ${PHASE_NAMES[day.phase.phase]}：${day.phase.reason}（第 ${String(day.phase.age + 1)} 日），${ALIGN_NAMES[align]}`,
  ]
    .map((sentence) => `${sentence}。`)
    .join('\n');
}

function toldEvent({ event, happenedOn, recognisedOn, figures }: DatedEvent, today: string): string {
  const days = [
    ...(happenedOn === recognisedOn ? [] : [`发生于 ${happenedOn}`]),
    ...(recognisedOn === today ? [] : [`${recognisedOn} 确认`]),
  ];
  return `${event}${days.length === 0 ? '' : `（${days.join('，')}）`}：${figures}`;
}

function demandLine(ratio: number | null, supplyDemand: SupplyDemand | null): string {
  const { bars, demand, supply } = RULES.supplyDemand;
  if (supplyDemand === null) return `供需：近 ${String(bars)} 日数据不足`;
  const value = ratio === null ? '无涨跌' : ratio === Infinity ? '无下跌日' : shown(ratio);
  const rule = `≥${String(demand)} 需求，≤${String(supply)} 供应`;
  return `供需：近 ${String(bars)} 日涨量/跌量 ${value}（${rule}），${BALANCE_NAMES[supplyDemand]}`;
}
