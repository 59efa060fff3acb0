import { Module } from '@nestjs/common';
import { ModelList } from './model-list.service';

/** Which models there are. */
@Module({ providers: [ModelList], exports: [ModelList] })
export class ModelListModule {}
