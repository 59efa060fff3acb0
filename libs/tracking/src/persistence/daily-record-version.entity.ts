import { Entity } from 'typeorm';
import { RecordVersion } from './record-version';

@Entity('daily_record_version')
export class DailyRecordVersion extends RecordVersion {}
