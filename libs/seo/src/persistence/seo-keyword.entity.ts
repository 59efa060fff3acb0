import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { KeywordMetrics } from './keyword-metrics';

/** A keyword of one language, market and source, with its newest metrics. */
@Entity('seo_keyword')
export class SeoKeyword extends KeywordMetrics {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id!: number;

  @Column({ type: 'text' })
  keyword!: string;

  /** The keyword as it is compared: `foldKeyword`. */
  @Column({ type: 'text', collation: 'C' })
  folded!: string;

  /** `und` if it is not known. */
  @Column({ type: 'text', collation: 'C' })
  language!: string;

  /** Empty if it is not known. */
  @Column({ type: 'text', collation: 'C' })
  market!: string;

  @Column({ type: 'text', collation: 'C' })
  source!: string;

  /** The parts of one and two letters that have a posting list: `shortGrams`. */
  @Column({ type: 'text', array: true, collation: 'C' })
  shortGrams!: string[];

  @Column({ type: 'timestamptz', nullable: true })
  deletedAt!: Date | null;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  createdAt!: Date;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  updatedAt!: Date;
}
