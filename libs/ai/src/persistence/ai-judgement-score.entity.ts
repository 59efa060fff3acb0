import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { CalendarDay } from '#lib/kernel';
import type { Horizon, ScoreState } from '../domain/track-record/outcome';

/** How a judgement came out over one horizon. */
@Entity('ai_judgement_score')
export class AiJudgementScore {
  @PrimaryColumn({ type: 'bigint' })
  judgementId!: number;

  /** Trading days. */
  @PrimaryColumn({ type: 'smallint' })
  horizon!: Horizon;

  /** The index of the judgement's `dataThrough` in the trading calendar. */
  @Column({ type: 'integer' })
  dayNo!: number;

  /** Stands for its block of days in hit rates; what overlaps with it does not count again. */
  @Column({ type: 'boolean' })
  counted!: boolean;

  @Column({ type: 'text' })
  state!: ScoreState;

  /** It could not be bought on the first open day. */
  @Column({ type: 'boolean', default: false })
  movedOn!: boolean;

  @Column({ type: 'date', nullable: true })
  entryDate!: CalendarDay | null;

  @Column({ type: 'date', nullable: true })
  exitDate!: CalendarDay | null;

  @Column({ type: 'double precision', nullable: true })
  returnPct!: number | null;

  /** Over the market's middle of the same days. */
  @Column({ type: 'double precision', nullable: true })
  excessPct!: number | null;

  /** The share of the market's stocks that moved in the direction of the judgement, 0 to 1. */
  @Column({ type: 'double precision', nullable: true })
  baseRate!: number | null;

  @Column({ type: 'boolean', nullable: true })
  isRight!: boolean | null;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  scoredAt!: Date;

  /** Nothing of its model, version, kind and code lies within the horizon on either side. */
  @Column({ type: 'boolean', default: false })
  sample!: boolean;

  /** The same among judgements of its value. */
  @Column({ type: 'boolean', default: false })
  valueSample!: boolean;

  /** Over stocks of its size. */
  @Column({ type: 'double precision', nullable: true })
  capExcessPct!: number | null;

  /** By which method it was made; lower ones are made again. */
  @Column({ type: 'smallint', default: 1 })
  method!: number;
}
