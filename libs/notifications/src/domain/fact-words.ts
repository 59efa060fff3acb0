import type { EventData, EventStock } from '#lib/events/domain';
import { PHASE_NAMES } from '#lib/tracking/domain';

const BY_NAMES = { person: '手工', ai: '模型' } as const;
const DRAIN_NAMES: Readonly<Record<string, string>> = { daily: '日线', weekly: '周线' };

export function nameOf({ code, stockName }: EventStock): string {
  return stockName === null ? code : `${code} ${stockName}`;
}

export function byWord(by: keyof typeof BY_NAMES): string {
  return BY_NAMES[by];
}

/** `600519 贵州茅台 无 → 吸筹（模型）`. */
export function phaseLine({ from, to, by, ...stock }: EventData['session.phase_changed']): string {
  return `${nameOf(stock)} ${phaseOf(from)} → ${phaseOf(to)}（${byWord(by)}）`;
}

function phaseOf(phase: string | null): string {
  return phase === null ? '无' : ((PHASE_NAMES as Readonly<Record<string, string>>)[phase] ?? phase);
}

export function scanTitle({
  status,
  startDate,
  endDate,
  hits,
  created,
}: Omit<EventData['scan.completed'], 'scanId' | 'top'>): string {
  const span = `${startDate} 至 ${endDate}`;
  return status === 'completed'
    ? `一年地量扫描完成：${String(hits)} 只命中，新建 ${String(created)} 个会话（${span}）`
    : `一年地量扫描失败（${span}）：已有 ${String(hits)} 只命中`;
}

export function drainTitle(
  type: 'drain.completed' | 'drain.failed',
  { kind, tradeDay }: Pick<EventData['drain.completed'], 'kind' | 'tradeDay'>,
): string {
  const name = `${tradeDay} 的${DRAIN_NAMES[kind] ?? kind} AI 批量填写`;
  return type === 'drain.completed' ? `${name}完成` : `${name}没有完成`;
}

export function drainCounts({ filled, skipped, failed }: EventData['drain.completed']): string {
  return `填写 ${String(filled)}，跳过 ${String(skipped)}，失败 ${String(failed)}`;
}

export function lateTitle({ day }: Pick<EventData['market.late'], 'day'>): string {
  return `${day} 的行情到 19:00 还不完整`;
}

export function backupTitle({ day }: Pick<EventData['backup.failed'], 'day'>): string {
  return `${day} 的备份失败`;
}

export function budgetTitle({ day, budget }: Pick<EventData['budget.spent'], 'day' | 'budget'>): string {
  return budget === 'all' ? `${day} 的模型预算已用完` : `${day} 你的模型额度已用完`;
}
