import type { Schemas } from '../api/client';
import { defineMessages, useMessages } from '../i18n/messages';

type Judgement = Schemas['DailyRecordResponse'];
export type SupplyDemand = NonNullable<Judgement['supplyDemand']>;
export type AlignFlag = NonNullable<Judgement['alignFlag']>;
export type SubTag = Judgement['cycleSubTags'][number];

const supplyDemand = defineMessages({
  zh: { demand_dominant: '需求主导', supply_dominant: '供应主导', balanced: '供需平衡' },
  en: { demand_dominant: 'Demand dominant', supply_dominant: 'Supply dominant', balanced: 'Balanced' },
});

const alignFlags = defineMessages({
  zh: { aligned: '一致', diverging: '背离', neutral: '中性' },
  en: { aligned: 'Aligned', diverging: 'Diverging', neutral: 'Neutral' },
});

const subTags = defineMessages({
  zh: {
    phase_a: 'A 阶段',
    phase_b: 'B 阶段',
    phase_c: 'C 阶段',
    phase_d: 'D 阶段',
    phase_e: 'E 阶段',
    trading_range: '交易区间',
    reaccumulation: '再吸筹',
    redistribution: '再派发',
    ground_volume: '地量',
    volume_dry_up: '量能枯竭',
    volume_expansion: '放量',
    climactic_volume: '高潮量',
    stopping_volume: '停止量',
    absorption: '吸收',
    no_demand: '无需求',
    no_supply: '无供应',
    effort_no_result: '努力无果',
    ease_of_movement: '轻松上行',
    change_of_character: '性质改变',
    shortening_of_thrust: '冲力减弱',
    breakout: '突破',
    breakdown: '跌破',
    pullback: '回踩',
    shakeout: '震仓',
    limit_up: '涨停',
    limit_down: '跌停',
    gap_up: '跳空高开',
    gap_down: '跳空低开',
    one_price_up: '一字涨停',
    one_price_down: '一字跌停',
    limit_up_opened: '涨停打开',
    resumption: '复牌',
    ex_right: '除权',
    st_change: 'ST 变动',
    new_high_250: '250 日新高',
    new_low_250: '250 日新低',
  } satisfies Record<SubTag, string>,
  en: {
    phase_a: 'Phase A',
    phase_b: 'Phase B',
    phase_c: 'Phase C',
    phase_d: 'Phase D',
    phase_e: 'Phase E',
    trading_range: 'Trading range',
    reaccumulation: 'Re-accumulation',
    redistribution: 'Redistribution',
    ground_volume: 'Ground volume',
    volume_dry_up: 'Volume dry-up',
    volume_expansion: 'Volume expansion',
    climactic_volume: 'Climactic volume',
    stopping_volume: 'Stopping volume',
    absorption: 'Absorption',
    no_demand: 'No demand',
    no_supply: 'No supply',
    effort_no_result: 'Effort, no result',
    ease_of_movement: 'Ease of movement',
    change_of_character: 'Change of character',
    shortening_of_thrust: 'Shortening of thrust',
    breakout: 'Breakout',
    breakdown: 'Breakdown',
    pullback: 'Pullback',
    shakeout: 'Shakeout',
    limit_up: 'Limit up',
    limit_down: 'Limit down',
    gap_up: 'Gap up',
    gap_down: 'Gap down',
    one_price_up: 'One price, up',
    one_price_down: 'One price, down',
    limit_up_opened: 'Limit-up opened',
    resumption: 'Resumption',
    ex_right: 'Ex-right',
    st_change: 'ST change',
    new_high_250: '250-day high',
    new_low_250: '250-day low',
  },
});

/** Names of what a record says of supply and demand. */
export function useSupplyDemandNames(): Readonly<Record<SupplyDemand, string>> {
  return useMessages(supplyDemand);
}

/** Names for whether a record agrees with the session's primary phase. */
export function useAlignNames(): Readonly<Record<AlignFlag, string>> {
  return useMessages(alignFlags);
}

/** Names of a record's tags. */
export function useTagNames(): Readonly<Record<SubTag, string>> {
  return useMessages(subTags);
}
