import type { MigrationInterface, QueryRunner } from 'typeorm';

/** `demo_sample`: entries of watch-lists and positions that the demo came with; they go when real data replace it. */
export class CreateDemoSample1770000000060 implements MigrationInterface {
  name = 'CreateDemoSample1770000000060';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table demo_sample (
        list text not null,
        user_id bigint not null,
        code text collate "C" not null,
        constraint demo_sample_pkey primary key (list, user_id, code),
        constraint demo_sample_list_check check (list in ('watchlist', 'positions')),
        constraint demo_sample_user_fkey foreign key (user_id) references app_user (id) on delete cascade
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table demo_sample');
  }
}
