import { EnumField, IdField } from '../http';

export class AiScoreBody {
  @EnumField(['cycle_session'], { description: 'What the id names' })
  target!: 'cycle_session';

  @IdField({ description: 'Session id, as digits or a number', example: '17' })
  id!: number;
}
