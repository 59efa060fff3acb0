import { Column } from 'typeorm';
import { columnsOf, type EntityClass } from '#lib/database';

/** What a vendor measured of a keyword, now or earlier; null if its file had none. */
export abstract class KeywordMetrics {
  /** Searches a month. */
  @Column({ type: 'bigint', nullable: true })
  searchVolume!: number | null;

  @Column({ type: 'bigint', nullable: true })
  numberOfResults!: number | null;

  /** 0 to 100. */
  @Column({ type: 'double precision', nullable: true })
  keywordDifficulty!: number | null;

  /** Cost per click, in `cpcCurrency`. */
  @Column({ type: 'double precision', nullable: true })
  cpc!: number | null;

  /** Paid competition, 0 to 1. */
  @Column({ type: 'double precision', nullable: true })
  competition!: number | null;

  @Column({ type: 'double precision', nullable: true })
  trendScore!: number | null;

  @Column({ type: 'double precision', nullable: true })
  commercialScore!: number | null;

  @Column({ type: 'double precision', nullable: true })
  overallScore!: number | null;

  @Column({ type: 'double precision', nullable: true })
  kws!: number | null;

  /** Of a site itself in a search engine, as the next three. */
  @Column({ type: 'bigint', nullable: true })
  clicks!: number | null;

  @Column({ type: 'bigint', nullable: true })
  impressions!: number | null;

  /** Percent. */
  @Column({ type: 'double precision', nullable: true })
  ctr!: number | null;

  /** The average. */
  @Column({ type: 'double precision', nullable: true })
  position!: number | null;

  @Column({ type: 'text', nullable: true })
  cpcCurrency!: string | null;

  /** The vendor of the metrics. */
  @Column({ type: 'text', nullable: true })
  metricSource!: string | null;

  /** The day that the metrics are of. */
  @Column({ type: 'date', nullable: true })
  asOf!: string | null;
}

/** As {@link KeywordMetrics}, as responses show them. */
export interface KeywordMetricsView extends Omit<KeywordMetrics, 'numberOfResults'> {
  numberOfResults: string | null;
}

/** The columns with the source and day of the metrics. */
export const METRICS_ORIGIN = ['cpcCurrency', 'metricSource', 'asOf'] as const;

/** The columns of what was measured, of a keyword or its history; {@link METRICS_ORIGIN} are not among them. */
export function metricColumns(entity: EntityClass<KeywordMetrics>, alias: string): string {
  const before = columnsOf(entity, alias, ['searchVolume', 'keywordDifficulty', 'cpc', 'competition']);
  const after = columnsOf(entity, alias, [
    ...(['trendScore', 'commercialScore', 'overallScore', 'kws'] as const),
    ...(['clicks', 'impressions', 'ctr', 'position'] as const),
  ]);
  return `${before}, ${alias}.number_of_results::text as "numberOfResults", ${after}`;
}
