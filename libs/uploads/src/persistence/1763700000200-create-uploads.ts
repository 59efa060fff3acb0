import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Files on their way from a request to the job that reads them. `completed_at` stands once the last chunk is there. */
export class CreateUploads1763700000200 implements MigrationInterface {
  name = 'CreateUploads1763700000200';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table upload (
        id bigint generated always as identity,
        user_id bigint not null,
        completed_at timestamptz,
        created_at timestamptz not null default now(),
        constraint upload_pkey primary key (id),
        constraint upload_user_fkey foreign key (user_id) references app_user (id) on delete cascade
      )`);
    await runner.query(`create index upload_user on upload (user_id)`);
    await runner.query(`create index upload_created_at on upload (created_at)`);
    await runner.query(`
      create table upload_chunk (
        upload_id bigint not null,
        chunk_no integer not null,
        bytes bytea not null,
        constraint upload_chunk_pkey primary key (upload_id, chunk_no),
        constraint upload_chunk_upload_fkey foreign key (upload_id) references upload (id) on delete cascade
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table upload_chunk, upload');
  }
}
