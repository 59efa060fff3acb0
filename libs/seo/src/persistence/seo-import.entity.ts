import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import type { ImportWarning, SeoKind } from '../domain/import-kind';
import type { ColumnUse } from '../domain/record-reader';

/** The import of one file: what it is read as, how far it is, and what it did to the store. */
@Entity('seo_import')
export class SeoImport {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id!: number;

  @Column({ type: 'text', collation: 'C' })
  kind!: SeoKind;

  @Column({ type: 'boolean' })
  dryRun!: boolean;

  @Column({ type: 'text', collation: 'C', default: 'pending' })
  status!: 'pending' | 'completed' | 'failed';

  /** What the file is, such as `semrush`; null until it was read. */
  @Column({ type: 'text', nullable: true })
  format!: string | null;

  @Column({ type: 'text', nullable: true })
  fileName!: string | null;

  @Column({ type: 'text', nullable: true })
  seedKeyword!: string | null;

  @Column({ type: 'text', nullable: true })
  market!: string | null;

  @Column({ type: 'text', nullable: true })
  language!: string | null;

  @Column({ type: 'bigint' })
  bytes!: number;

  @Column({ type: 'bigint' })
  uploadId!: number;

  @Column({ type: 'bigint', nullable: true })
  jobId!: number | null;

  @Column({ type: 'bigint' })
  userId!: number;

  /** The key up to which staged rows were merged. */
  @Column({ type: 'text', collation: 'C', nullable: true })
  lastKey!: string | null;

  /** Good rows of the file. */
  @Column({ type: 'bigint', default: 0 })
  staged!: number;

  @Column({ type: 'bigint', default: 0 })
  created!: number;

  @Column({ type: 'bigint', default: 0 })
  updated!: number;

  @Column({ type: 'bigint', default: 0 })
  unchanged!: number;

  @Column({ type: 'bigint', default: 0 })
  rejected!: number;

  @Column({ type: 'text', nullable: true })
  error!: string | null;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  createdAt!: Date;

  @Column({ type: 'timestamptz', nullable: true })
  finishedAt!: Date | null;

  /** What becomes of each column; null until the file was read. */
  @Column({ type: 'jsonb', nullable: true })
  columns!: ColumnUse[] | null;

  /** The region and span of a trend file that does not name them. */
  @Column({ type: 'text', nullable: true })
  geo!: string | null;

  @Column({ type: 'text', nullable: true })
  period!: string | null;

  @Column({ type: 'jsonb', nullable: true })
  warnings!: ImportWarning[] | null;

  /** Rows whose record is deleted and stays so. */
  @Column({ type: 'bigint', default: 0 })
  deleted!: number;

  /** Changes that are noted, by which it can be undone: fewer than it made if an older build ran it. */
  @Column({ type: 'bigint', default: 0 })
  logged!: number;

  @Column({ type: 'bigint', nullable: true })
  undoJobId!: number | null;

  @Column({ type: 'timestamptz', nullable: true })
  undoneAt!: Date | null;

  /** What its undo did: records with their values from before, records that are gone, and records that were changed since. */
  @Column({ type: 'bigint', default: 0 })
  restored!: number;

  @Column({ type: 'bigint', default: 0 })
  removed!: number;

  @Column({ type: 'bigint', default: 0 })
  kept!: number;
}
