import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** A file that did not go in, or that went in with a doubt. */
@Entity('market_import_note')
export class MarketImportNote {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id!: number;

  @Column({ type: 'bigint' })
  importId!: number;

  @Column({ type: 'text' })
  kind!: 'refused' | 'skipped' | 'warned';

  @Column({ type: 'text' })
  file!: string;

  /** The file's own line, the header is 1; null where it is the file as a whole. */
  @Column({ type: 'integer', nullable: true })
  line!: number | null;

  @Column({ type: 'text' })
  reason!: string;
}
