import { Module } from '@nestjs/common';
import { StudiesModule } from '#lib/studies';
import { HttpModule } from '../http/http.module';
import { ExistingStudyGuard } from './existing-study.guard';
import { StudiesController } from './studies.controller';

@Module({ imports: [HttpModule, StudiesModule], controllers: [StudiesController], providers: [ExistingStudyGuard] })
export class StudiesApiModule {}
