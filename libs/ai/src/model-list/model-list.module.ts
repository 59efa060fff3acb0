import { Module } from '@nestjs/common';
import { ModelListService } from './model-list.service';

/** Which models there are. */
@Module({ providers: [ModelListService], exports: [ModelListService] })
export class ModelListModule {}
