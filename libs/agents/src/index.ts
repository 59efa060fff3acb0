export { AgentCallsService } from './agent-calls.service';
export type { AgentKey } from './agent-calls.service';
export { AgentsModule } from './agents.module';
export { AGENTS_ENTITIES, AGENTS_MIGRATIONS, AGENTS_RETENTION } from './persistence/agents-tables';
