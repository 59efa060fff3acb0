import type { FirstSteps } from '#lib/getting-started';
import { ApiFlag } from '../http';

export class FirstStepsResponse implements FirstSteps {
  @ApiFlag({ description: 'A real market is there, or the demo was chosen' }) market!: boolean;
  @ApiFlag({ description: 'The user has started a scan' }) scan!: boolean;
  @ApiFlag({ description: 'Somebody has written a record' }) review!: boolean;
  @ApiFlag({ description: 'The user has changed the password' }) password!: boolean;
}
