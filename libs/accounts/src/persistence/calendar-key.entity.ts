import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The key of a user's calendar feed. Of the key itself only a hash is stored. */
@Entity('calendar_key')
export class CalendarKey {
  @PrimaryColumn({ type: 'bigint' })
  userId!: number;

  /** The part of the key that finds its row: 16 hexadecimal digits. */
  @Column({ type: 'text', collation: 'C' })
  keyId!: string;

  @Column({ type: 'bytea' })
  secretHash!: Buffer;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  createdAt!: Date;

  /** To the minute; null: never. */
  @Column({ type: 'timestamptz', nullable: true })
  lastReadAt!: Date | null;
}
