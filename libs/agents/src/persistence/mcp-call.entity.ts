import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** One call of a tool by an agent. Written once, never changed; it outlives the key and the user, so it refers to none. */
@Entity('mcp_call')
export class McpCall {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id!: number;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  at!: Date;

  /** The user behind the key. */
  @Column({ type: 'bigint' })
  userId!: number;

  /** The readable part of the key, `sck_<key id>`. */
  @Column({ type: 'text' })
  keyPrefix!: string;

  @Column({ type: 'text' })
  tool!: string;

  /** SHA-256 of the arguments with sorted keys, in hexadecimal: equal calls are recognised, notes of users are not kept. */
  @Column({ type: 'text' })
  argumentsHash!: string;

  @Column({ type: 'integer' })
  ms!: number;

  /** Rows of the answer; 0 where it failed. */
  @Column({ type: 'integer' })
  rows!: number;

  /** Null: it succeeded. */
  @Column({ type: 'text', nullable: true })
  errorCode!: string | null;
}
