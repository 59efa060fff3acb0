import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A model that an administrator added or changed in the console. */
@Entity('ai_model')
export class ConsoleModel {
  @PrimaryColumn({ type: 'text' })
  name!: string;

  /** In this order they count. */
  @Column({ type: 'integer' })
  position!: number;

  @Column({ type: 'boolean', default: true })
  enabled!: boolean;

  /** The fields of `AI_MODELS_FILE`, to be read before they are used. */
  @Column({ type: 'jsonb' })
  settings!: Readonly<Record<string, unknown>>;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  updatedAt!: Date;

  /** Null if no user did. */
  @Column({ type: 'bigint', nullable: true })
  updatedBy!: number | null;
}
