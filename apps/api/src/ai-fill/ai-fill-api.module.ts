import { Module } from '@nestjs/common';
import { AiModule } from '#lib/ai';
import { AiRunsController } from './ai-runs.controller';

@Module({ imports: [AiModule], controllers: [AiRunsController] })
export class AiFillApiModule {}
