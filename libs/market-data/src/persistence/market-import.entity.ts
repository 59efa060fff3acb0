import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import type { MarketSource } from '#lib/config';
import type { CalendarDay } from '#lib/kernel';
import type { BarSource } from '../domain/bar-source';

export const MARKET_IMPORT_STATUSES = ['queued', 'running', 'completed', 'failed'] as const;
export type MarketImportStatus = (typeof MARKET_IMPORT_STATUSES)[number];

/** A change of the market's bars: an import of files, a growth of the demo, or a store of a vendor's days. */
@Entity('market_import')
export class MarketImport {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id!: number;

  /** `files`, `demo` for the generated market, or a vendor. */
  @Column({ type: 'text' })
  source!: MarketSource;

  @Column({ type: 'text' })
  format!: BarSource;

  /** Of a file or folder of the server; the bare name of one that was uploaded. */
  @Column({ type: 'text' })
  path!: string;

  @Column({ type: 'text' })
  status!: MarketImportStatus;

  /** Files of the format that were found, with those refused and skipped. */
  @Column({ type: 'integer', default: 0 })
  files!: number;

  @Column({ type: 'integer', default: 0 })
  skippedFiles!: number;

  @Column({ type: 'integer', default: 0 })
  refusedFiles!: number;

  @Column({ type: 'integer', default: 0 })
  stocks!: number;

  @Column({ type: 'bigint', default: 0 })
  barsRead!: number;

  @Column({ type: 'bigint', default: 0 })
  barsInserted!: number;

  @Column({ type: 'bigint', default: 0 })
  barsUpdated!: number;

  @Column({ type: 'bigint', default: 0 })
  barsUnchanged!: number;

  /** First and last day of the bars read; null without any. */
  @Column({ name: 'from_date', type: 'date', nullable: true })
  from!: CalendarDay | null;

  @Column({ name: 'to_date', type: 'date', nullable: true })
  to!: CalendarDay | null;

  @Column({ type: 'text', nullable: true })
  error!: string | null;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  startedAt!: Date;

  @Column({ type: 'timestamptz', nullable: true })
  finishedAt!: Date | null;

  /** Of an upload, as the three that follow. */
  @Column({ type: 'bigint', nullable: true })
  jobId!: number | null;

  @Column({ type: 'bigint', nullable: true })
  uploadId!: number | null;

  /** SHA-256 of the file, in hex. */
  @Column({ type: 'text', collation: 'C', nullable: true })
  digest!: string | null;

  @Column({ type: 'boolean', default: false })
  replaceDemo!: boolean;

  @Column({ type: 'bigint', nullable: true })
  requestedBy!: number | null;

  /** The last sign of life of the process that loads. */
  @Column({ type: 'timestamptz', nullable: true })
  aliveAt!: Date | null;
}
