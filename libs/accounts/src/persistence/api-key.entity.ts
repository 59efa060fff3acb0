import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import type { KeyScope } from '../domain/key-scopes';

/** A personal API key. Of the key itself only a hash is stored. */
@Entity('api_key')
export class ApiKey {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id!: number;

  /** The part of the key that finds its row: 16 hexadecimal digits. */
  @Column({ type: 'text', collation: 'C' })
  keyId!: string;

  @Column({ type: 'bytea' })
  secretHash!: Buffer;

  @Column({ type: 'text' })
  name!: string;

  @Column({ type: 'bigint' })
  userId!: number;

  @Column({ type: 'timestamptz', nullable: true })
  expiresAt!: Date | null;

  @Column({ type: 'timestamptz', nullable: true })
  revokedAt!: Date | null;

  @Column({ type: 'timestamptz', nullable: true })
  lastUsedAt!: Date | null;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  createdAt!: Date;

  @Column({ type: 'text', array: true, default: ['read', 'write'] })
  scopes!: KeyScope[];
}
