import { ApiProperty } from '@nestjs/swagger';

export class LiveResponse {
  @ApiProperty({ type: 'string', enum: ['ok'] }) status!: 'ok';
}

export class ReadyResponse {
  @ApiProperty({ type: 'string', enum: ['ok', 'degraded'] }) status!: 'ok' | 'degraded';
  @ApiProperty({
    type: [String],
    enum: ['database', 'queue', 'worker'],
    description: 'What is missing: the rest works',
  })
  degraded!: ('database' | 'queue' | 'worker')[];
}
