import { Module } from '@nestjs/common';
import { Secrets } from './secrets';

@Module({ providers: [Secrets], exports: [Secrets] })
export class SecretsModule {}
