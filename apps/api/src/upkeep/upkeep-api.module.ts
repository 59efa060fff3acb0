import { Module } from '@nestjs/common';
import { RETENTION } from '#lib/schema';
import { UpkeepModule } from '#lib/upkeep';
import { UpkeepController } from './upkeep.controller';

@Module({ imports: [UpkeepModule.forRoot(RETENTION)], controllers: [UpkeepController] })
export class UpkeepApiModule {}
