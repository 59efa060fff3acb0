import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { CalendarDay } from '#lib/kernel';
import type { AppliedAdjustment, ComparisonBasis } from '#lib/market-data';
import type { InvalidationSide } from '../domain/record-evidence';
import type { SessionChips } from '../domain/session-chips';

/** What the market says of a session's stock, kept so that lists sort by it; a closed session keeps what it had. */
@Entity('session_market')
export class SessionMarket {
  @PrimaryColumn({ type: 'bigint' })
  sessionId!: number;

  /** Yuan, of the last final bar. */
  @Column({ type: 'double precision', nullable: true })
  latestClose!: number | null;

  @Column({ type: 'date', nullable: true })
  latestTradeDate!: CalendarDay | null;

  /** Percent, corrected by the adjustment factor where the basis is `adjusted`. */
  @Column({ type: 'double precision', nullable: true })
  closeVsEntryPct!: number | null;

  @Column({ type: 'text', nullable: true })
  closeVsEntryBasis!: ComparisonBasis | null;

  /** 100 million yuan. */
  @Column({ type: 'double precision', nullable: true })
  circulatingMarketCapYi!: number | null;

  /** (cost95 - cost5) / (cost95 + cost5), four decimals. */
  @Column({ type: 'double precision', nullable: true })
  cyqSpreadRatio!: number | null;

  @Column({ type: 'date', nullable: true })
  lowestVolumeTradeDate!: CalendarDay | null;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  refreshedAt!: Date;

  @Column({ type: 'jsonb', nullable: true })
  cyq!: SessionChips | null;

  /** By what it was corrected: the least certain of what was applied. Null where the two prices do not compare. */
  @Column({ type: 'text', nullable: true })
  closeVsEntryAdjustment!: AppliedAdjustment | null;

  /** From which day on every factor up to the latest close is known; null where one may be missing. */
  @Column({ type: 'date', nullable: true })
  closeVsEntryKnownFrom!: CalendarDay | null;

  @Column({ type: 'date', nullable: true })
  circulatingMarketCapDate!: CalendarDay | null;

  /** Shares traded on the day; null on a session that an older build closed. */
  @Column({ type: 'bigint', nullable: true })
  lowestVolume!: number | null;

  /** The days among which it is the lowest. */
  @Column({ type: 'date', nullable: true })
  lowestVolumeFrom!: CalendarDay | null;

  @Column({ type: 'date', nullable: true })
  lowestVolumeTo!: CalendarDay | null;

  /** Who told the close: the number of a `BarSource`, null on a bar or a closed session of an older build. */
  @Column({ type: 'smallint', nullable: true })
  latestSource!: number | null;

  @Column({ type: 'smallint', nullable: true })
  circulatingMarketCapSource!: number | null;

  /** Percent from the ex-right previous close to the latest one; this and the next two only of the market's last day. */
  @Column({ type: 'double precision', nullable: true })
  changePct!: number | null;

  @Column({ type: 'double precision', nullable: true })
  turnoverPct!: number | null;

  /** 量比: the day's volume by the mean of the five bars before. */
  @Column({ type: 'double precision', nullable: true })
  volumeRatio!: number | null;

  /** Yuan, as of the latest close: where the reading of the newest records ends. Null where they name none that compares. */
  @Column({ type: 'double precision', nullable: true })
  invalidationPrice!: number | null;

  @Column({ type: 'text', nullable: true })
  invalidationSide!: InvalidationSide | null;

  /** Day of the last bar that the reading had seen. */
  @Column({ type: 'date', nullable: true })
  invalidationAsOf!: CalendarDay | null;

  /** Percent of the latest close up to the price; negative where the close is beyond it. The database computes it. */
  @Column({ type: 'double precision', nullable: true, insert: false, update: false })
  invalidationDistancePct!: number | null;
}
