import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** A screen that a user wrote. Its formula and filters stand in {@link OwnScreenVersion}. */
@Entity('own_screen')
export class OwnScreen {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id!: number;

  @Column({ type: 'text' })
  name!: string;

  @Column({ type: 'text', nullable: true })
  description!: string | null;

  @Column({ type: 'bigint' })
  ownerId!: number;

  /** The newest one. */
  @Column({ type: 'integer', default: 1 })
  version!: number;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  createdAt!: Date;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  updatedAt!: Date;
}
