/**
 * The words of judgements: what daily and weekly records may say. Validation, the public vocabulary route and every client
 * read this list; the database's CHECK constraints repeat it, and a test compares them.
 */

export const SUPPLY_DEMAND = ['demand_dominant', 'supply_dominant', 'balanced'] as const;
export type SupplyDemand = (typeof SUPPLY_DEMAND)[number];

/** Does the record agree with the session's primary phase? */
export const ALIGN_FLAGS = ['aligned', 'diverging', 'neutral'] as const;
export type AlignFlag = (typeof ALIGN_FLAGS)[number];

export const PRIMARY_PHASES = [
  'unclassified',
  'transition',
  'accumulation',
  'markup',
  'distribution',
  'markdown',
] as const;
export type PrimaryPhase = (typeof PRIMARY_PHASES)[number];

/** Who wrote a record. */
export const RECORD_ORIGINS = ['manual', 'ai'] as const;

export const SUB_TAGS = [
  'phase_a',
  'phase_b',
  'phase_c',
  'phase_d',
  'phase_e',
  'trading_range',
  'reaccumulation',
  'redistribution',
  'ground_volume',
  'volume_dry_up',
  'volume_expansion',
  'climactic_volume',
  'stopping_volume',
  'absorption',
  'no_demand',
  'no_supply',
  'effort_no_result',
  'ease_of_movement',
  'change_of_character',
  'shortening_of_thrust',
  'breakout',
  'breakdown',
  'pullback',
  'shakeout',
  'limit_up',
  'limit_down',
  'gap_up',
  'gap_down',
  'one_price_up',
  'one_price_down',
  'limit_up_opened',
  'resumption',
  'ex_right',
  'st_change',
  'new_high_250',
  'new_low_250',
] as const;
export type SubTag = (typeof SUB_TAGS)[number];
export const MAX_SUB_TAGS = 8;

/** The side of a trading range that an event speaks of. */
export const EVENT_SIDES = ['accumulation', 'distribution', 'either'] as const;
export type EventSide = (typeof EVENT_SIDES)[number];

/** Wyckoff's phases of a range, A (the old trend stops) to E (the new trend runs), in which an event usually happens. */
export const RANGE_PHASES = ['A', 'B', 'C', 'D', 'E'] as const;
export type RangePhase = (typeof RANGE_PHASES)[number];

interface EventWords {
  readonly abbr: string;
  readonly zh: string;
  readonly en: string;
  readonly side: EventSide;
  readonly usualPhases: readonly RangePhase[];
}

/** AR (after a selling climax) and ARE (after a buying climax) are two events. */
export const CYCLE_EVENTS = [
  { abbr: 'PS', zh: '初步支撑', en: 'Preliminary support', side: 'accumulation', usualPhases: ['A'] },
  { abbr: 'SC', zh: '恐慌抛售', en: 'Selling climax', side: 'accumulation', usualPhases: ['A'] },
  { abbr: 'AR', zh: '自动反弹', en: 'Automatic rally', side: 'accumulation', usualPhases: ['A'] },
  { abbr: 'SPRING', zh: '弹簧', en: 'Spring', side: 'accumulation', usualPhases: ['C'] },
  { abbr: 'TSO', zh: '终极震仓', en: 'Terminal shakeout', side: 'accumulation', usualPhases: ['C'] },
  { abbr: 'SOS', zh: '强势信号', en: 'Sign of strength', side: 'accumulation', usualPhases: ['D'] },
  { abbr: 'LPS', zh: '最后支撑点', en: 'Last point of support', side: 'accumulation', usualPhases: ['D'] },
  { abbr: 'JAC', zh: '跃过小溪', en: 'Jump across the creek', side: 'accumulation', usualPhases: ['D'] },
  { abbr: 'BU', zh: '回踩', en: 'Back-up', side: 'accumulation', usualPhases: ['D', 'E'] },
  { abbr: 'PSY', zh: '初步供应', en: 'Preliminary supply', side: 'distribution', usualPhases: ['A'] },
  { abbr: 'BC', zh: '抢购高潮', en: 'Buying climax', side: 'distribution', usualPhases: ['A'] },
  { abbr: 'ARE', zh: '自动回落', en: 'Automatic reaction', side: 'distribution', usualPhases: ['A'] },
  { abbr: 'UTAD', zh: '派发后上冲', en: 'Upthrust after distribution', side: 'distribution', usualPhases: ['C'] },
  { abbr: 'SOW', zh: '弱势信号', en: 'Sign of weakness', side: 'distribution', usualPhases: ['B', 'D'] },
  { abbr: 'LPSY', zh: '最后供应点', en: 'Last point of supply', side: 'distribution', usualPhases: ['D'] },
  { abbr: 'FTI', zh: '跌破冰线', en: 'Fall through the ice', side: 'distribution', usualPhases: ['D', 'E'] },
  { abbr: 'ST', zh: '二次测试', en: 'Secondary test', side: 'either', usualPhases: ['A', 'B'] },
  { abbr: 'TEST', zh: '测试', en: 'Test', side: 'either', usualPhases: ['C'] },
  { abbr: 'UT', zh: '上冲回落', en: 'Upthrust', side: 'either', usualPhases: ['B'] },
  { abbr: 'EVR', zh: '努力与结果', en: 'Effort versus result', side: 'either', usualPhases: ['A', 'B', 'C', 'D', 'E'] },
  { abbr: 'SOT', zh: '冲力减弱', en: 'Shortening of the thrust', side: 'either', usualPhases: ['A', 'B', 'C'] },
] as const satisfies readonly EventWords[];
export type CycleEvent = (typeof CYCLE_EVENTS)[number]['abbr'];
export const MAX_EVENTS = 2;

export const CYCLE_EVENT_NAMES: readonly CycleEvent[] = CYCLE_EVENTS.map((event) => event.abbr);
