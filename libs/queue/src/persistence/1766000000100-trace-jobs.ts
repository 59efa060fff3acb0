import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Jobs remember the trace of the request that they come from; workers, which have no HTTP, write their metrics into the heartbeat. */
export class TraceJobs1766000000100 implements MigrationInterface {
  name = 'TraceJobs1766000000100';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table job add column trace_parent text collate "C",
        add constraint job_trace_parent_check check (trace_parent ~ '^00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$')`);
    await runner.query(`
      alter table worker_heartbeat add column figures jsonb not null default '{}',
        add constraint worker_heartbeat_figures_check check (jsonb_typeof(figures) = 'object')`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table worker_heartbeat drop column figures');
    await runner.query('alter table job drop column trace_parent');
  }
}
