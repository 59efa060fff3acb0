import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { JsonValue } from '#lib/kernel';

/** Something that a user chose in a client, such as the columns of a list. The client alone knows what it means. */
@Entity('user_setting')
export class UserSetting {
  @PrimaryColumn({ type: 'bigint' })
  userId!: number;

  @PrimaryColumn({ type: 'text', collation: 'C' })
  key!: string;

  @Column({ type: 'jsonb' })
  value!: JsonValue;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  updatedAt!: Date;
}
