import { Column, Entity, PrimaryColumn } from 'typeorm';
import { KeywordMetrics } from './keyword-metrics';

/** Metrics of a keyword that a newer import replaced. */
@Entity('seo_keyword_history')
export class SeoKeywordHistory extends KeywordMetrics {
  @PrimaryColumn({ type: 'bigint' })
  keywordId!: number;

  /** The import that replaced them. No foreign key: its report is deleted earlier. */
  @PrimaryColumn({ type: 'bigint' })
  importId!: number;

  @Column({ type: 'timestamptz' })
  storedAt!: Date;

  @Column({ type: 'timestamptz' })
  replacedAt!: Date;
}
