import { Column, Entity, PrimaryColumn } from 'typeorm';

/** What became of the backup of a night. */
@Entity('backup_run')
export class BackupRun {
  @PrimaryColumn({ type: 'date' })
  day!: string;

  @Column({ type: 'bigint' })
  jobId!: number;

  @Column({ type: 'text', collation: 'C' })
  status!: 'completed' | 'failed';

  /** Path of the file; null if the backup failed, as are its size and row count. */
  @Column({ type: 'text', nullable: true })
  file!: string | null;

  @Column({ type: 'bigint', nullable: true })
  bytes!: number | null;

  /** Rows of all tables. */
  @Column({ type: 'bigint', nullable: true })
  rowCount!: number | null;

  @Column({ type: 'text', collation: 'C', nullable: true })
  errorCode!: string | null;

  @Column({ type: 'text', nullable: true })
  error!: string | null;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  finishedAt!: Date;
}
