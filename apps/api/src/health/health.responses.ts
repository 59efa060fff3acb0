import { ApiEnum } from '../http';

export class LiveResponse {
  @ApiEnum(['ok']) status!: 'ok';
}

export class ReadyResponse {
  @ApiEnum(['ok', 'degraded']) status!: 'ok' | 'degraded';
  @ApiEnum(['database', 'queue', 'worker', 'replica'], {
    isArray: true,
    description: 'What is missing: the rest works',
  })
  degraded!: ('database' | 'queue' | 'worker' | 'replica')[];
}
