import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** The right to one request to a model, of all workers together: a lease, so that a worker that dies gives it back. */
@Entity('ai_turn')
export class AiTurn {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id!: number;

  @Column({ type: 'text' })
  model!: string;

  /** What the request may take; what it took, once it ended. */
  @Column({ type: 'bigint' })
  tokens!: number;

  @Column({ type: 'timestamptz', default: () => 'clock_timestamp()' })
  begunAt!: Date;

  @Column({ type: 'timestamptz' })
  leaseUntil!: Date;

  @Column({ type: 'timestamptz', nullable: true })
  endedAt!: Date | null;
}
