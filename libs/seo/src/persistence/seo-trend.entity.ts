import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** A keyword whose searches were followed over one span in one region; its points and related queries are `seo_trend_row`. */
@Entity('seo_trend')
export class SeoTrend {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id!: number;

  @Column({ type: 'text' })
  keyword!: string;

  /** The keyword as it is compared: `foldKeyword`. */
  @Column({ type: 'text', collation: 'C' })
  folded!: string;

  /** Distinguishes the series of a keyword: the span, and the region behind an `@`. */
  @Column({ type: 'text', collation: 'C' })
  period!: string;

  /** Queries that it has. */
  @Column({ type: 'integer', default: 0 })
  keywordCount!: number;

  /** The keyword that a person linked. */
  @Column({ type: 'bigint', nullable: true })
  keywordId!: number | null;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  createdAt!: Date;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  updatedAt!: Date;

  /** A label such as `past_4_hours`, empty if unknown; null in a row of an older build, whose `period` has it. */
  @Column({ type: 'text', collation: 'C', nullable: true })
  span!: string | null;

  /** Code or name of the region; null for the whole world. */
  @Column({ type: 'text', collation: 'C', nullable: true })
  geo!: string | null;
}
