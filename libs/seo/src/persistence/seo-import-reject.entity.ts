import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A row of a file that its import could not read. */
@Entity('seo_import_reject')
export class SeoImportReject {
  @PrimaryColumn({ type: 'bigint' })
  importId!: number;

  @PrimaryColumn({ type: 'bigint' })
  line!: number;

  @Column({ type: 'text' })
  reason!: string;

  /** The row as it stood, its end cut if it is long. */
  @Column({ type: 'text' })
  rowText!: string;
}
