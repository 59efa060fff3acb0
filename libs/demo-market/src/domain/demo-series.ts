import { type CalendarDay, calendarDayFromEpochDay, epochDayOf } from '#lib/kernel';
import type { Bar, Board, PriceLimit } from '#lib/market-data';
import { findPriceLimit } from '#lib/market-data/domain';
import type { DemoListing } from './demo-listing';
import { DemoRandom, exponential } from './demo-random';
import type { MarketTide } from './demo-tide';
import { beginPhase, type DayShape, type PhaseName, phaseAfter, type WyckoffPhase } from './wyckoff-phase';

/** An open day of the market with all that its stocks share. */
export interface DemoDay {
  date: CalendarDay;
  number: number;
  tide: MarketTide;
}

interface BoardHabits {
  /** Circulating cap of the middle stock in fen, and its usual price in fen. */
  medianCap: number;
  medianPrice: number;
  /** Daily deviation of the middle stock. */
  deviation: number;
}

const YI_IN_FEN = 1e10;
const HABITS: Record<Board, BoardHabits> = {
  main: { medianCap: 150 * YI_IN_FEN, medianPrice: 1300, deviation: 0.017 },
  chinext: { medianCap: 95 * YI_IN_FEN, medianPrice: 2300, deviation: 0.023 },
  star: { medianCap: 110 * YI_IN_FEN, medianPrice: 4200, deviation: 0.025 },
  bse: { medianCap: 32 * YI_IN_FEN, medianPrice: 1700, deviation: 0.027 },
};

const PHASES: readonly PhaseName[] = ['accumulation', 'markup', 'distribution', 'markdown'];
/** Yearly growth of the price that cycles swing about, per open day: it makes up for what dividends take. */
const ANCHOR_GROWTH = 0.03 / 244;
const CALM_DAYS_OF_NEW_LISTING = 30;
const LOCK_UP_DAYS = 244;
const ST_WARNING_DAYS = 25;
const ST_RECOVERY_DAYS = 40;
const LOWEST_PRICE = 150;
const BONUS_SHARES_PER_SHARE = [0.2, 0.3, 0.4, 0.5, 1] as const;

/**
 * One stock's life, day by day. The state after a day depends on the seed, the code and the days so far, never on later
 * ones; call {@link trade} once for every open day, oldest first.
 */
export class DemoSeries {
  private readonly random: DemoRandom;
  private readonly habits: BoardHabits;
  private readonly beta: number;
  private readonly deviation: number;
  private readonly usualTurnover: number;
  private readonly isNewcomer: boolean;

  /** All prices in fen. `base` is the price at which the running phase began, as if all ex-rights since had been then. */
  private close: number;
  private anchor: number;
  private base: number;
  private shares: number;
  private phase: WyckoffPhase;
  private phaseDay: number;
  private openDayNo = 0;
  private suspendedFor = 0;
  private run = { days: 0, direction: 1 };
  private nextExDay: number;
  private specialTreatment = false;
  private troubled = false;

  /** @param firstDay The market's first day: whoever listed before it enters in the middle of a cycle. */
  constructor(
    private readonly listing: DemoListing,
    seed: string,
    firstDay: CalendarDay,
  ) {
    const random = new DemoRandom(`${seed}:bars:${listing.code}`);
    this.random = random;
    this.habits = HABITS[listing.board];
    this.isNewcomer = listing.plannedListDay >= firstDay;
    const cap = this.habits.medianCap * exponential(clamp(random.bell() * 0.95, -2, 2.4));
    this.anchor = this.habits.medianPrice * exponential(random.bell() * 0.5);
    this.close = Math.max(LOWEST_PRICE, Math.round(this.anchor * random.between(0.75, 1.2)));
    this.shares = Math.max(10_000, Math.round(cap / this.anchor / 10_000)) * 10_000;
    this.beta = random.between(0.6, 1.35);
    this.deviation = this.habits.deviation * random.between(0.75, 1.3);
    // Small floats change hands faster.
    this.usualTurnover = 0.017 * exponential(random.bell() * 0.45 - clamp(cap / (4000 * YI_IN_FEN), 0, 1));
    this.base = this.close;
    this.phase = this.begin(PHASES[random.integer(0, 3)] ?? 'markup');
    this.phaseDay = random.integer(0, this.phase.days - 1);
    this.base = this.close / (this.phase.levels[this.phaseDay] ?? 1);
    this.nextExDay = this.exDayOfYear(Number(firstDay.slice(0, 4)));
  }

  /** Whether the stock is under special treatment after the days so far. */
  get isSt(): boolean {
    return this.specialTreatment;
  }

  /** Trades one open day. @returns its bar, or undefined before the listing and while suspended. */
  trade(day: DemoDay): Bar | undefined {
    if (day.date < this.listing.plannedListDay) return undefined;
    this.openDayNo += 1;
    if (this.isSuspended()) return undefined;
    const isFirstDay = this.isNewcomer && this.openDayNo === 1;
    const preClose = isFirstDay ? this.close : this.exRight(day);
    const limit = findPriceLimit({
      board: this.listing.board,
      tradeDate: day.date,
      preCloseFen: preClose,
      isSt: this.specialTreatment,
      tradingDayNo: this.isNewcomer ? this.openDayNo : null,
    });
    const bar = this.bar(day, preClose, limit, isFirstDay);
    this.advance(isFirstDay);
    return bar;
  }

  private isSuspended(): boolean {
    if (this.suspendedFor > 0) {
      this.suspendedFor -= 1;
      return true;
    }
    const settled = !this.isNewcomer || this.openDayNo > CALM_DAYS_OF_NEW_LISTING;
    if (!settled || !this.random.chance(0.0012)) return false;
    this.suspendedFor = this.random.integer(0, 9);
    return true;
  }

  /** Applies the year's unlocked shares, dividend and bonus issue on the first day that trades at or after its date. @returns the ex-right previous close. */
  private exRight(day: DemoDay): number {
    if (day.number < this.nextExDay) return this.close;
    this.nextExDay = this.exDayOfYear(Number(calendarDayFromEpochDay(this.nextExDay).slice(0, 4)) + 1);
    if (this.random.chance(0.5)) this.grow(this.random.between(1.02, 1.25));
    if (this.specialTreatment || !this.random.chance(0.7)) return this.close;
    const dividend = Math.round(this.close * this.random.between(0.004, 0.03));
    const bonus = this.close > 1400 && this.random.chance(0.28) ? BONUS_SHARES_PER_SHARE[this.random.integer(0, 4)] : 0;
    const preClose = Math.floor((this.close - dividend) / (1 + (bonus ?? 0)) + 0.5);
    const ratio = preClose / this.close;
    this.anchor *= ratio;
    this.base *= ratio;
    this.grow(1 + (bonus ?? 0));
    return preClose;
  }

  /** Dividends are paid from mid May to the end of July, after the yearly reports. */
  private exDayOfYear(year: number): number {
    return epochDayOf(`${year}-05-15` as CalendarDay) + this.random.integer(0, 76);
  }

  private bar(day: DemoDay, preClose: number, limit: PriceLimit | null, isFirstDay: boolean): Bar {
    const shape = this.phase.shapes.get(this.phaseDay);
    const change = isFirstDay ? this.random.between(0.4, 1.9) : this.wantedChange(day, preClose, shape);
    const close = within(limit, Math.max(LOWEST_PRICE, Math.round(preClose * (1 + change))));
    const isLocked = this.run.days > 0 && isAtLimit(limit, close) && this.random.chance(0.4);
    const { open, high, low } = isLocked
      ? { open: close, high: close, low: close }
      : this.range(preClose, close, limit, shape);
    const volume = this.volume(day.tide, (close - preClose) / preClose, isLocked);
    const averagePrice = (open + high + low + 2 * close) / 5;
    if (this.run.days > 0) {
      this.run.days -= 1;
      this.base *= close / preClose;
    }
    this.close = close;
    return {
      code: this.listing.code,
      day: day.number,
      open: open / 100,
      high: high / 100,
      low: low / 100,
      close: close / 100,
      preClose: preClose / 100,
      volume,
      amount: Math.round(volume * averagePrice) / 100,
      turnoverPct: Math.round((volume / this.shares) * 1e6) / 1e4,
      circMarketCap: (this.shares * close) / 100,
      upLimit: limit === null ? null : limit.upFen / 100,
      downLimit: limit === null ? null : limit.downFen / 100,
      isSt: this.specialTreatment,
    };
  }

  /** The day's return before the limit cuts it. */
  private wantedChange({ tide }: DemoDay, preClose: number, shape: DayShape | undefined): number {
    const goal = ((this.phase.levels[this.phaseDay] ?? 1) * this.base) / preClose - 1;
    if (shape !== undefined) return goal;
    this.maybeStartRun();
    if (this.run.days > 0) return this.run.direction * 0.5;
    const noise = this.random.bell() * this.deviation * this.phase.noise;
    return clamp(goal, -0.12, 0.12) * this.phase.pull + tide.drift * this.beta + noise;
  }

  /** Good news in a markup and bad news in a markdown come as a run of limit days. */
  private maybeStartRun(): void {
    if (this.run.days > 0) return;
    const name = this.phase.name;
    const nervousness = this.specialTreatment ? 3 : 1;
    if (name === 'markup' && this.random.chance(0.005 * nervousness)) {
      this.run = { days: this.random.integer(1, 3), direction: 1 };
    } else if (name === 'markdown' && this.random.chance(0.0025 * nervousness)) {
      this.run = { days: this.random.integer(1, 2), direction: -1 };
    }
  }

  private range(
    preClose: number,
    close: number,
    limit: PriceLimit | null,
    shape: DayShape | undefined,
  ): { open: number; high: number; low: number } {
    const random = this.random;
    const spread = this.deviation * preClose;
    const gap = (close - preClose) * random.between(-0.1, 0.6) + random.bell() * spread * 0.25;
    let open = within(limit, Math.max(LOWEST_PRICE, Math.round(preClose + gap)));
    if (shape === undefined) {
      const stretch = spread * this.phase.noise * 0.6;
      const high = within(limit, Math.max(open, close) + Math.floor(Math.abs(random.bell()) * stretch));
      const low = within(limit, Math.max(1, Math.min(open, close) - Math.floor(Math.abs(random.bell()) * stretch)));
      return { open, high, low };
    }
    const low = within(limit, Math.max(1, close - Math.round(shape.range * shape.closeLocation * preClose)));
    const high = within(limit, close + Math.round(shape.range * (1 - shape.closeLocation) * preClose));
    open = clamp(open, low, high);
    return { open, high, low };
  }

  /** Whole lots of 100 shares, at least one, at most three quarters of the float. */
  private volume(tide: MarketTide, change: number, isLocked: boolean): number {
    const noise = this.random.bell() * 0.24;
    const wanted =
      this.usualTurnover *
      (this.phase.volumes[this.phaseDay] ?? 1) *
      tide.liquidity *
      (1 + noise + (noise * noise) / 2) *
      (1 + Math.min(1.2, Math.abs(change) * 8)) *
      (isLocked ? this.random.between(0.15, 0.45) : 1) *
      this.novelty();
    return Math.max(1, Math.round((this.shares * Math.min(0.75, wanted)) / 100)) * 100;
  }

  /** A new listing is traded like mad at first. */
  private novelty(): number {
    return this.isNewcomer ? 1 + 24 / (1 + this.openDayNo / 4) : 1;
  }

  private advance(isFirstDay: boolean): void {
    this.anchor *= 1 + ANCHOR_GROWTH;
    if (isFirstDay) {
      this.anchor = this.close * 0.8;
      this.start('markdown');
      return;
    }
    // A year after the listing, holders from before it may sell.
    if (this.isNewcomer && this.openDayNo === LOCK_UP_DAYS) this.grow(this.random.between(1.3, 2));
    this.phaseDay += 1;
    this.reviewSpecialTreatment();
    if (this.phaseDay >= this.phase.days) this.start(phaseAfter(this.phase.name, this.random));
  }

  /** More shares circulate: a bonus issue, or restricted ones that may be sold now. */
  private grow(factor: number): void {
    this.shares = Math.round((this.shares * factor) / 100) * 100;
  }

  private start(name: PhaseName): void {
    this.base = this.close;
    this.phase = this.begin(name);
    this.phaseDay = 0;
    if (name === 'markdown') this.troubled = this.listing.board !== 'bse' && this.random.chance(0.06);
  }

  private begin(name: PhaseName): WyckoffPhase {
    return beginPhase(name, this.close, this.anchor, this.random);
  }

  /** ST comes some weeks into the decline of a troubled company, and goes when the next advance has held. */
  private reviewSpecialTreatment(): void {
    if (this.troubled && this.phase.name === 'markdown' && this.phaseDay === ST_WARNING_DAYS) {
      this.specialTreatment = true;
    } else if (this.specialTreatment && this.phase.name === 'markup' && this.phaseDay === ST_RECOVERY_DAYS) {
      this.specialTreatment = false;
      this.troubled = false;
    }
  }
}

function within(limit: PriceLimit | null, fen: number): number {
  return limit === null ? fen : clamp(fen, limit.downFen, limit.upFen);
}

function isAtLimit(limit: PriceLimit | null, fen: number): boolean {
  return limit !== null && (fen === limit.upFen || fen === limit.downFen);
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value));
}
