import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A session of a browser or a script: its token names this row, and ending the row ends the token. */
@Entity('login')
export class Login {
  @PrimaryColumn({ type: 'uuid' })
  id!: string;

  @Column({ type: 'bigint' })
  userId!: number;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  createdAt!: Date;

  @Column({ type: 'timestamptz' })
  expiresAt!: Date;

  @Column({ type: 'timestamptz', nullable: true })
  revokedAt!: Date | null;
}
