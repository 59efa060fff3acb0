import { Module } from '@nestjs/common';
import { UpkeepController } from './upkeep.controller';

@Module({ controllers: [UpkeepController] })
export class UpkeepApiModule {}
