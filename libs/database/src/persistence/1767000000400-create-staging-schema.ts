import type { MigrationInterface, QueryRunner } from 'typeorm';
import { STAGING_SCHEMA } from '../staging-schema';

/** A schema for tables that live as long as one piece of work. */
export class CreateStagingSchema1767000000400 implements MigrationInterface {
  readonly name = 'CreateStagingSchema1767000000400';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`create schema if not exists ${STAGING_SCHEMA}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop schema if exists ${STAGING_SCHEMA} cascade`);
  }
}
