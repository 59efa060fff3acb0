import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** A file on its way from a request to the job that reads it. Its bytes are rows of `upload_chunk`. */
@Entity('upload')
export class Upload {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id!: number;

  @Column({ type: 'bigint' })
  userId!: number;

  /** When the last chunk and the job that will read them were written; null while the file comes in. */
  @Column({ type: 'timestamptz', nullable: true })
  completedAt!: Date | null;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  createdAt!: Date;

  /** Size of the file; null before the last chunk. */
  @Column({ type: 'bigint', nullable: true })
  bytes!: number | null;

  /** SHA-256 of the file, in hex; null before the last chunk. */
  @Column({ type: 'text', collation: 'C', nullable: true })
  digest!: string | null;

  /** The job that reads it. */
  @Column({ type: 'bigint', nullable: true })
  jobId!: number | null;
}
