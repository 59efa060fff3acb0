import { daysBack, type RetentionRule } from '#lib/database';
import { CreateStudies1771100000010 } from './1771100000010-create-studies';
import { StoredCase } from './stored-case.entity';
import { Study } from './study.entity';

export const STUDIES_ENTITIES = [Study, StoredCase];

export const STUDIES_MIGRATIONS = [CreateStudies1771100000010];

export const STUDIES_RETENTION: readonly RetentionRule[] = [
  {
    keep: 'studies',
    table: 'study',
    // Each may have tens of thousands of cases.
    batch: 5,
    what: 'Outcome studies that ended, with their cases',
    expired: daysBack('t.finished_at'),
  },
];
