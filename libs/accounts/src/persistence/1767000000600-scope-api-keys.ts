import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Scopes of personal API keys. Keys that are there get `read` and `write`, like new ones that ask for nothing else, and so
 * does what a build inserts that knows no scopes.
 */
export class ScopeApiKeys1767000000600 implements MigrationInterface {
  name = 'ScopeApiKeys1767000000600';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table api_key add column scopes text[] not null default '{read,write}',
      add constraint api_key_scopes_check
        check (cardinality(scopes) between 1 and 3 and scopes <@ array['read', 'write', 'admin'])`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table api_key drop column scopes');
  }
}
