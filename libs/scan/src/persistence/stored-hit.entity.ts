import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { DayLock, LimitUpBasis } from '#lib/market-data';
import type { HitOutcome } from '../domain/hit-outcome';

/** A hit of a scan, and the session that it is tracked by. Prices in yuan, volumes in shares. */
@Entity('scan_hit')
export class StoredHit {
  @PrimaryColumn({ type: 'bigint' })
  scanId!: number;

  @PrimaryColumn({ type: 'text', collation: 'C' })
  code!: string;

  @Column({ type: 'text', nullable: true })
  stockName!: string | null;

  @Column({ type: 'date' })
  entryDate!: string;

  @Column({ type: 'bigint' })
  minVolume!: number;

  @Column({ type: 'double precision' })
  close!: number;

  /** Limit-up price of the entry day; null on a day without a limit. */
  @Column({ type: 'double precision', nullable: true })
  limitUp!: number | null;

  /** 亿 yuan, 2 decimals. */
  @Column({ type: 'double precision' })
  circulatingMarketCapYi!: number;

  /** The lowest volume of the prior window; null if the stock did not trade in it. */
  @Column({ type: 'bigint', nullable: true })
  priorMinVolume!: number | null;

  @Column({ type: 'date', nullable: true })
  priorMinVolumeDate!: string | null;

  @Column({ type: 'bigint' })
  sessionId!: number;

  @Column({ type: 'text' })
  outcome!: HitOutcome;

  /** Whether it is a hit on share-adjusted volumes too. Null on hits of older builds, as all that follow. */
  @Column({ type: 'boolean', nullable: true })
  hitAdjusted!: boolean | null;

  @Column({ type: 'text', nullable: true })
  entryLock!: DayLock | null;

  @Column({ type: 'text', nullable: true })
  priorLock!: DayLock | null;

  /** Bars of the prior window. */
  @Column({ type: 'integer', nullable: true })
  priorBars!: number | null;

  /** Day of the market cap. */
  @Column({ type: 'date', nullable: true })
  capDate!: string | null;

  /** Under special treatment on the entry day; null if that is unknown. */
  @Column({ type: 'boolean', nullable: true })
  isSt!: boolean | null;

  /** `minVolume` over the stock's own median, 4 decimals. */
  @Column({ type: 'double precision', nullable: true })
  relVolume!: number | null;

  /** The source of `limitUp`. */
  @Column({ type: 'text', nullable: true })
  limitUpBasis!: LimitUpBasis | null;

  /** How far the market cap may be off by the rounding of the turnover that it was made from; null: it was not made so. */
  @Column({ type: 'double precision', nullable: true })
  capErrorPct!: number | null;

  /** Whether the market cap is the close times the circulating shares of an earlier day. */
  @Column({ type: 'boolean', nullable: true })
  capEstimated!: boolean | null;
}

// A type alias, not an interface: only it is assignable to JsonValue.
export type ScanRow = Omit<StoredHit, 'scanId'>;
