import { Inject, Injectable } from '@nestjs/common';
import { fromJsonSchema, type StandardSchemaWithJSON, type Tool } from '@modelcontextprotocol/server';
import { ADMINISTRATOR_ID } from '#lib/accounts';
import type { Caller } from '../http';
import { ReplySchemas } from './reply-schemas';
import type { AgentTool } from './tools/agent-tool';

export const TOOL_INSTANCES = Symbol('agent tools');

export interface ListedTool {
  readonly tool: AgentTool<never>;
  readonly input: StandardSchemaWithJSON;
  /** As `tools/list` shows it. */
  readonly definition: Tool;
}

/** The tools with their schemas. Validators are compiled once for the process: that takes milliseconds each. */
@Injectable()
export class ToolList {
  private listed: ReadonlyMap<string, ListedTool> | undefined;

  constructor(
    @Inject(TOOL_INSTANCES) private readonly tools: readonly AgentTool<never>[],
    private readonly replies: ReplySchemas,
  ) {}

  /** What a caller may call. Tools that write are for keys of the administrator with the scope `write`, as over REST. */
  of({ scopes, userId }: Caller): ListedTool[] {
    const mayWrite = scopes?.includes('write') === true && userId === ADMINISTRATOR_ID;
    return [...this.all().values()].filter(({ tool }) => tool.scope === 'read' || mayWrite);
  }

  private all(): ReadonlyMap<string, ListedTool> {
    this.listed ??= new Map(this.tools.map((tool) => [tool.name, this.describe(tool)]));
    return this.listed;
  }

  private describe(tool: AgentTool<never>): ListedTool {
    const { name, title, description, input } = tool;
    const definition = {
      ...{ name, title, description },
      inputSchema: input,
      outputSchema: tool.output(this.replies),
      annotations: {
        readOnlyHint: tool.scope === 'read',
        openWorldHint: false,
        ...(tool.scope === 'read' ? {} : { destructiveHint: tool.replaces, idempotentHint: tool.isIdempotent }),
      },
    };
    // Schemas of ours are JSON, which the SDK's types say in another way.
    return { tool, input: fromJsonSchema(input as never), definition: definition as unknown as Tool };
  }
}
