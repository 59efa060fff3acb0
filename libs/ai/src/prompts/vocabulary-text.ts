import { CYCLE_EVENTS, type AlignFlag, type PrimaryPhase, type SubTag, type SupplyDemand } from '#lib/tracking';
import type { FactTag } from '../domain/fact-tags';

const SUPPLY_DEMAND_ZH: Readonly<Record<SupplyDemand, string>> = {
  demand_dominant: '需求占优',
  supply_dominant: '供应占优',
  balanced: '供需平衡',
};

const ALIGN_ZH: Readonly<Record<AlignFlag, string>> = {
  aligned: '与会话主阶段一致',
  diverging: '与会话主阶段背离',
  neutral: '无关或不明',
};

const PHASE_ZH: Readonly<Record<PrimaryPhase, string>> = {
  unclassified: '无法归类',
  transition: '过渡',
  accumulation: '吸筹',
  markup: '上涨',
  distribution: '派发',
  markdown: '下跌',
};

/** Facts of the day are left out: they come from the bars, whatever a model names. */
const TAG_ZH: Readonly<Record<Exclude<SubTag, FactTag>, string>> = {
  phase_a: '区间 A 阶段（原趋势停止）',
  phase_b: '区间 B 阶段（构筑因）',
  phase_c: '区间 C 阶段（最后测试）',
  phase_d: '区间 D 阶段（区间内趋势显现）',
  phase_e: '区间 E 阶段（离开区间）',
  trading_range: '横盘区间',
  reaccumulation: '再吸筹',
  redistribution: '再派发',
  volume_dry_up: '缩量枯竭',
  volume_expansion: '放量',
  climactic_volume: '高潮量',
  stopping_volume: '止跌量',
  absorption: '吸收',
  no_demand: '无需求',
  no_supply: '无供应',
  effort_no_result: '努力无结果',
  ease_of_movement: '轻松运动',
  change_of_character: '性质改变',
  shortening_of_thrust: '推力缩短',
  breakout: '向上突破',
  breakdown: '向下跌破',
  pullback: '回调',
  shakeout: '震仓',
};

const gloss = (words: Readonly<Record<string, string>>): string =>
  Object.entries(words)
    .map(([word, zh]) => `${word}=${zh}`)
    .join('；');

const SIDES = [
  ['accumulation', '吸筹侧'],
  ['distribution', '派发侧'],
  ['either', '两侧'],
] as const;

function listEvents(side: (typeof SIDES)[number][0]): string[] {
  return CYCLE_EVENTS.filter((event) => event.side === side).map(({ abbr, zh }) => `${abbr}=${zh}`);
}

/** The whole vocabulary of judgements with its meaning in Chinese, one line a field. */
export const VOCABULARY_TEXT = [
  `supply_demand（供需，可为 null）：${gloss(SUPPLY_DEMAND_ZH)}`,
  `align_flag（与主阶段的关系，可为 null）：${gloss(ALIGN_ZH)}`,
  `primary_phase_hint（阶段提示，可为 null）：${gloss(PHASE_ZH)}`,
  `cycle_sub_tags（标签，最多 8 个，不重复）：${gloss(TAG_ZH)}`,
  `cycle_events（结构事件，最多 2 个，不重复）：${SIDES.map(
    ([side, zh]) => `${zh}：${listEvents(side).join('；')}`,
  ).join('。')}`,
  'evidence_note（依据）：一至三句中文，只引用所给数据；数字必须照抄数据，否则会被标注',
].join('\n');
