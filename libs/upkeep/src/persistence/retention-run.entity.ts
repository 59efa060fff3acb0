import { Column, Entity, PrimaryColumn } from 'typeorm';

/** What a rule of the retention did last. */
@Entity('retention_run')
export class RetentionRun {
  /** `<table>.<setting>`: a table may have two rules. */
  @PrimaryColumn({ type: 'text', collation: 'C' })
  rule!: string;

  @Column({ type: 'timestamptz' })
  runAt!: Date;

  /** Rows that ended. */
  @Column({ type: 'bigint' })
  ended!: number;
}
