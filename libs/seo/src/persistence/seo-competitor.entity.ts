import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import type { CompetitorValues } from '../domain/competitor-values';

/** A competitor's site, one record a domain. Its properties are snake_case, as the contract calls them in the API. */
@Entity('seo_competitor')
export class SeoCompetitor implements CompetitorValues {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id!: number;

  /** As `parseSiteDomain` gives it. */
  @Column({ type: 'text', collation: 'C' })
  domain!: string;

  @Column({ type: 'text', nullable: true })
  name!: string | null;

  @Column({ type: 'text', nullable: true })
  description!: string | null;

  /** The number's text, without thousands separators. */
  @Column({ type: 'text', nullable: true })
  monthly_visits!: string | null;

  @Column({ type: 'date', nullable: true })
  created_date!: string | null;

  @Column({ type: 'bigint', nullable: true })
  page_count!: number | null;

  @Column({ type: 'double precision', nullable: true })
  pages_per_visit!: number | null;

  @Column({ type: 'bigint', nullable: true })
  backlinks!: number | null;

  @Column({ type: 'double precision', nullable: true })
  public_revenue!: number | null;

  @Column({ type: 'double precision', nullable: true })
  cpm_rate!: number | null;

  @Column({ type: 'bigint', nullable: true })
  global_rank!: number | null;

  /** Seconds. */
  @Column({ type: 'double precision', nullable: true })
  avg_duration!: number | null;

  /** Percent, as the next. */
  @Column({ type: 'double precision', nullable: true })
  bounce_rate!: number | null;

  @Column({ type: 'double precision', nullable: true })
  search_traffic_ratio!: number | null;

  @Column({ type: 'text', nullable: true })
  notes!: string | null;

  @Column({ type: 'text', nullable: true })
  tags!: string | null;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  created_at!: Date;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  updated_at!: Date;
}
