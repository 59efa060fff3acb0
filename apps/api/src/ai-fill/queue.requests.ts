import { EnumField } from '../http';

export class RecordGapsQuery {
  @EnumField(['daily', 'weekly'], { description: 'Which records are looked for' })
  kind!: 'daily' | 'weekly';
}
