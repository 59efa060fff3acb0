import { Column, Entity, PrimaryColumn } from 'typeorm';

/** What an import did to a record, so that it can be undone. */
@Entity('seo_import_change')
export class SeoImportChange {
  @PrimaryColumn({ type: 'bigint' })
  importId!: number;

  /** 0: a record of the import's kind; 1: the trend above rows of a trend. */
  @PrimaryColumn({ type: 'smallint', default: 0 })
  part!: number;

  @PrimaryColumn({ type: 'bigint' })
  rowId!: number;

  /** `updated_at` that the import gave the record: another one means that it was changed since. */
  @Column({ type: 'timestamptz' })
  writtenAt!: Date;

  /** The values from before, by column, without those that were null; null if the import made the record. */
  @Column({ type: 'jsonb', nullable: true })
  before!: Record<string, unknown> | null;
}
