import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Trend lines, range boxes and price lines on the chart of a session; they go with it. */
export class CreateSessionDrawings1770000000070 implements MigrationInterface {
  name = 'CreateSessionDrawings1770000000070';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table session_drawing (
        id bigint generated always as identity,
        session_id bigint not null,
        kind text not null,
        from_date date not null,
        from_price double precision not null,
        to_date date,
        to_price double precision,
        created_by bigint not null,
        created_at timestamptz not null default now(),
        updated_at timestamptz not null default now(),
        constraint session_drawing_pkey primary key (id),
        constraint session_drawing_session_fkey foreign key (session_id) references tracking_session (id) on delete cascade,
        constraint session_drawing_created_by_fkey foreign key (created_by) references app_user (id),
        constraint session_drawing_kind_check check (kind in ('trend_line', 'range_box', 'price_line')),
        constraint session_drawing_price_check check (
          from_price > 0 and from_price <= 1e6 and to_price > 0 and to_price <= 1e6
        ),
        constraint session_drawing_points_check check (
          case when kind = 'price_line' then to_date is null and to_price is null
            else to_date is not null and to_price is not null and from_date < to_date
              and (kind = 'trend_line' or from_price <> to_price) end
        )
      )`);
    await runner.query('create index session_drawing_session on session_drawing (session_id)');
    await runner.query('create index session_drawing_created_by on session_drawing (created_by)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table session_drawing');
  }
}
