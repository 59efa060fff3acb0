import { Inject, Injectable } from '@nestjs/common';
import type { CallToolResult } from '@modelcontextprotocol/server';
import { AgentCallsService, type AgentKey } from '#lib/agents';
import { AppError } from '#lib/kernel';
import { LOGGER, type Logger } from '#lib/observability';
import { type Caller, invalidInput, unknownNames } from '../http';
import { requireShort, type ToolAnswer } from './tool-answer';
import { failedResult, toToolFailure } from './tool-failure';
import type { ListedTool } from './tool-list';
import type { ToolCall } from './tools/agent-tool';

/** Runs tools: budget, arguments, work, length, audit. */
@Injectable()
export class ToolCalls {
  constructor(
    private readonly calls: AgentCallsService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Never throws: what went wrong is a result that the model can act on. */
  async run(listed: ListedTool, given: unknown, call: ToolCall): Promise<CallToolResult> {
    const { tool } = listed;
    const key = toKey(call.caller);
    const startedAt = performance.now();
    let rows = 0;
    let errorCode: string | null = null;
    let result: CallToolResult;
    try {
      await this.calls.admit(key, tool.name, tool.callsPerMinute);
      const answer = await tool.run(await readArguments(listed, given), call);
      result = toResult(answer, tool.narrower);
      ({ rows } = answer);
    } catch (error) {
      const { failure, isFault } = toToolFailure(error, call.requestId);
      if (isFault) this.logger.error({ err: error, tool: tool.name, requestId: call.requestId }, 'a tool failed');
      errorCode = failure.code;
      result = failedResult(failure);
    }
    await this.record(key, {
      ...{ tool: tool.name, arguments: given, rows, errorCode },
      ms: performance.now() - startedAt,
    });
    return result;
  }

  /** The call has happened: an audit that can't be written does not undo it. */
  private async record(key: AgentKey, call: Parameters<AgentCallsService['record']>[1]): Promise<void> {
    try {
      await this.calls.record(key, call);
    } catch (error) {
      this.logger.error({ err: error, tool: call.tool }, 'the call of an agent was not recorded');
    }
  }
}

/** @throws AppError `invalid_input` with every problem found. */
async function readArguments({ tool, input }: ListedTool, given: unknown): Promise<never> {
  // The validator says that there are unknown ones, not which.
  const known = Object.keys(tool.input.properties);
  const names = typeof given === 'object' && given !== null ? Object.keys(given) : [];
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0) throw invalidInput(unknownNames(unknown, known, 'argument'));
  const checked = await input['~standard'].validate(given);
  if (checked.issues === undefined) return checked.value as never;
  const problems = checked.issues.map(({ message, path = [] }) => ({
    field: path.map((part) => String(typeof part === 'object' ? part.key : part)).join('.'),
    message,
  }));
  throw AppError.invalid(problems.map(({ message }) => message).join('; '), problems);
}

function toResult(answer: ToolAnswer, narrower: string): CallToolResult {
  requireShort(answer, narrower);
  return {
    content: [{ type: 'text', text: answer.text }],
    // Dates become texts, and what is undefined is absent, as in a reply of REST.
    structuredContent: JSON.parse(JSON.stringify(answer.data)) as Record<string, unknown>,
  };
}

function toKey({ userId, keyPrefix }: Caller): AgentKey {
  if (keyPrefix === undefined) throw new Error('a call without a personal key');
  return { userId, keyPrefix };
}
