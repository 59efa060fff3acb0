import { Module } from '@nestjs/common';
import { FirstStepsService } from './first-steps.service';

/** Needs the global database module. */
@Module({ providers: [FirstStepsService], exports: [FirstStepsService] })
export class FirstStepsModule {}
