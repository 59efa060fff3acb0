import { Module } from '@nestjs/common';
import { RateLimitsModule } from '#lib/rate-limits';
import { AgentCallsService } from './agent-calls.service';

/** Budgets and audit of the calls of agents. Needs the global settings and database modules. */
@Module({ imports: [RateLimitsModule], providers: [AgentCallsService], exports: [AgentCallsService] })
export class AgentsModule {}
