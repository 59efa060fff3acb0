import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import type { UserRole } from '../domain/user';

/** A person who may sign in. */
@Entity('app_user')
export class User {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id!: number;

  @Column({ type: 'text' })
  username!: string;

  @Column({ type: 'text' })
  passwordHash!: string;

  @Column({ type: 'text', default: 'user' })
  role!: UserRole;

  @Column({ type: 'timestamptz', nullable: true })
  disabledAt!: Date | null;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  createdAt!: Date;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  updatedAt!: Date;
}
