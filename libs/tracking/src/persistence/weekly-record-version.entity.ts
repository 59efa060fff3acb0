import { Entity } from 'typeorm';
import { RecordVersion } from './record-version';

@Entity('weekly_record_version')
export class WeeklyRecordVersion extends RecordVersion {}
