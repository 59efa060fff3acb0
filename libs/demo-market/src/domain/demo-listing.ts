import { addDays, calendarDayOf, type CalendarDay, isoWeekday } from '#lib/kernel';
import type { Board, Exchange } from '#lib/market-data';
import { DemoRandom } from './demo-random';

/** A stock of the demo market before its first bar: what it is called, where and from when it trades. */
export interface DemoListing {
  code: string;
  exchange: Exchange;
  board: Board;
  /** Full short name; {@link stem} is its first two characters, which an ST name keeps. */
  name: string;
  stem: string;
  /** The stock trades from the first open day at or after this one. */
  plannedListDay: CalendarDay;
}

interface CodeBlock {
  exchange: Exchange;
  board: Board;
  /** First code and count. The blocks held no listed company at the end of 2025, so that no demo figure stands beside a real code. */
  first: number;
  count: number;
  /** How many of the block list after {@link NEW_LISTINGS_FROM}; the others are old. */
  later: number;
  /** Old stocks of this block listed in these years. */
  years: readonly [number, number];
}

const BLOCKS: readonly CodeBlock[] = [
  { exchange: 'SZSE', board: 'main', first: 3100, count: 247, later: 16, years: [1996, 2018] },
  { exchange: 'SZSE', board: 'chinext', first: 301_700, count: 170, later: 24, years: [2010, 2018] },
  { exchange: 'SSE', board: 'main', first: 605_600, count: 290, later: 18, years: [1994, 2018] },
  { exchange: 'SSE', board: 'star', first: 688_830, count: 100, later: 20, years: [2019, 2019] },
  { exchange: 'BSE', board: 'bse', first: 920_306, count: 33, later: 12, years: [2021, 2021] },
];

/** From here on every board's new listings trade without a limit at first, so one rule covers all new demo stocks. */
const NEW_LISTINGS_FROM = calendarDayOf('2023-05-08');
const NEW_LISTINGS_DAYS = 2450;
const STAR_OPENING = calendarDayOf('2019-07-22');
const BSE_OPENING = calendarDayOf('2021-11-15');

/** Two characters of nature and one trade make a name; no listed company used any of these pairs at the end of 2025. */
const FIRST_CHARACTERS = Array.from('鹭萤鲸狐麋雀珀霁黛栀榕槿鸢貘桐苇蕨漪岫岑沐溪汀渚曦暮夙霏');
const SECOND_CHARACTERS = Array.from('岚泽禾垣屿砚弦笙舟磬籁筝笠隐陌汐澜桥坞崖樾霄珞瓷墟篱蓑帆棹苔');
const TRADES: Record<Board, readonly string[]> = {
  main: words(
    '股份 药业 化工 能源 电力 重工 汽配 食品 酒业 纺织 家居 建材 水泥 钢铁 矿业 港口 物流 航运 传媒 环保 农业 种业 百货 旅游',
  ),
  chinext: words('电子 软件 信息 通信 光电 医疗 生物 新材 智能 传媒 环保 精工 电气 数据'),
  star: words('微电 半导 芯材 光芯 生物 基因 智造 航天 新能 量子 精密'),
  bse: words('机械 精工 新材 电气 食品 检测 轴承 模具 农机'),
};

/** All stocks that the demo market lists until early 2030, in code order. About 800 of them trade in 2026. */
export function demoListings(seed: string): DemoListing[] {
  const stems = shuffled(
    FIRST_CHARACTERS.flatMap((first) => SECOND_CHARACTERS.map((second) => first + second)),
    new DemoRandom(`${seed}:names`),
  );
  return BLOCKS.flatMap((block) =>
    Array.from({ length: block.count }, (_, position) => {
      const code = String(block.first + position).padStart(6, '0');
      const random = new DemoRandom(`${seed}:listing:${code}`);
      const stem = stems.pop() ?? '';
      const trades = TRADES[block.board];
      return {
        code,
        exchange: block.exchange,
        board: block.board,
        name: stem + (trades[random.integer(0, trades.length - 1)] ?? ''),
        stem,
        plannedListDay: plannedListDay(block, position, random),
      };
    }),
  );
}

/** The last codes of a block are its newcomers, in the order of their listing. */
function plannedListDay(block: CodeBlock, position: number, random: DemoRandom): CalendarDay {
  const rank = position - (block.count - block.later);
  if (rank >= 0) {
    const step = NEW_LISTINGS_DAYS / block.later;
    return addDays(NEW_LISTINGS_FROM, Math.floor((rank + random.uniform()) * step));
  }
  if (block.board === 'star') return STAR_OPENING;
  if (block.board === 'bse') return BSE_OPENING;
  const [from, to] = block.years;
  // March, August and November have no exchange holidays: every weekday in them was an open day.
  const month = ['03', '08', '11'][random.integer(0, 2)] ?? '03';
  const day = String(random.integer(1, 27)).padStart(2, '0');
  return weekdayAtOrAfter(calendarDayOf(`${random.integer(from, to)}-${month}-${day}`));
}

function weekdayAtOrAfter(day: CalendarDay): CalendarDay {
  return isoWeekday(day) > 5 ? addDays(day, 8 - isoWeekday(day)) : day;
}

function shuffled<T>(items: readonly T[], random: DemoRandom): T[] {
  const result = [...items];
  for (let i = result.length - 1; i > 0; i -= 1) {
    const j = random.integer(0, i);
    const moved = result[i] as T;
    result[i] = result[j] as T;
    result[j] = moved;
  }
  return result;
}

function words(text: string): string[] {
  return text.split(' ');
}
