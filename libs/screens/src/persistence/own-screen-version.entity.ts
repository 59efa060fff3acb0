import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { ScreenFilters } from '../domain/screen-filters';

/** What a user's screen was at a version. Never changes: a study names the version that it measured. */
@Entity('own_screen_version')
export class OwnScreenVersion {
  @PrimaryColumn({ type: 'bigint' })
  screenId!: number;

  @PrimaryColumn({ type: 'integer' })
  version!: number;

  @Column({ type: 'text' })
  formula!: string;

  /** The filters that differ from the usual ones. */
  @Column({ type: 'jsonb' })
  filters!: Partial<ScreenFilters>;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  createdAt!: Date;
}
