import { answerSchema } from '../answers/answer-schema';
import { completeAnswer } from '../answers/complete-answer';
import { extractCutObject, extractObject } from '../answers/extract-object';
import { fitsSchema } from '../answers/fits-schema';
import { type AnswerParts, readAnswer, unusable } from '../answers/read-answer';
import type { AnswerFormat } from '../domain/answer-format';
import { ChatError } from '../chat/chat-error';
import type { ChatErrorCode } from '../domain/chat-error-code';
import { type ChatServer, weakerThan } from '../chat/chat-server';
import { type Completion, readCompletion } from '../chat/completion';
import { wasCut } from '../chat/prompt-size';
import type { ModelAnswer } from '../domain/answer';
import { callCost, type TokenPrices } from '../domain/call-cost';
import { withFactTags } from '../domain/fact-tags';
import { markUnknownNumbers } from '../domain/note-numbers';
import type { AiQuestion } from '../domain/question';
import type { CallPurpose } from '../domain/run';
import type { PanelCall } from '../panel';
import { beginCall, beginRun, failCall, failRun, finishRun, storeAnswer } from '../persistence/ai-run-write.query';
import { buildPrompt } from '../prompts/build-prompt';
import { type ChatMessage, toMessages, promptCopy } from '../prompts/prompt';
import { repairMessage1 } from '../prompts/repair-1';
import type { AiModel, ModelOutcome } from './ai-model';
import { answerInParts } from './answer-in-parts';
import { questionHash } from './question-hash';

/** Of a bad answer, what the model is shown again. */
const LONGEST_ECHO = 20_000;

/** Errors of an answer that came and cannot be used: the run keeps an empty one, and the model is not called again. */
const UNUSABLE: ReadonlySet<ChatErrorCode> = new Set(['filtered', 'prompt_truncated', 'answer_truncated']);

const EMPTY_ANSWER: ModelAnswer = { judgements: [], outlook: null, items: [], errors: [] };

interface ModelRunContext {
  question: AiQuestion;
  call: PanelCall;
  runId: number;
  userId: number | null;
}

/** The request of one call. */
interface ModelRequest {
  purpose: CallPurpose;
  question: AiQuestion;
  messages: readonly ChatMessage[];
  /** The part of the messages that is the prompt: a server that counts fewer tokens than it can have has cut it. */
  prompt: readonly ChatMessage[];
  /** In addition to the run's prompt, for readers of the run. */
  message: string | null;
  format?: AnswerFormat | undefined;
}

/** An answer as it came. `format` is null if it was stored by an earlier delivery without it. */
interface ModelResponse {
  completion: Completion;
  format: AnswerFormat | null;
}

/** A model behind a server. */
export class ChatModel implements AiModel {
  constructor(
    readonly name: string,
    private readonly server: ChatServer,
    private readonly prices: TokenPrices,
    private readonly replay: boolean,
  ) {}

  async answer(question: AiQuestion, call: PanelCall): Promise<ModelOutcome> {
    const prompt = buildPrompt(question);
    const copy = promptCopy(prompt);
    const run = await call.fenced((tx) =>
      beginRun(tx, {
        jobId: call.jobId,
        sessionId: question.session.sessionId,
        code: question.session.code,
        kind: question.kind,
        model: this.name,
        questionHash: questionHash(question, prompt.version),
        promptVersion: prompt.version,
        dataThrough: question.dataThrough,
        replay: this.replay || call.replayId !== undefined,
        replayId: call.replayId ?? null,
        prompt: copy,
        csv: prompt.csv,
        madeFor: call.madeFor ?? null,
      }),
    );
    const userId = call.isUnattributed === true ? null : run.requestedBy;
    const outcome = { model: this.name, runId: run.id, prompt: copy };
    if (run.answer !== null) {
      if (run.fault !== null) return { ...outcome, answer: null, error: new ChatError(run.fault) };
      return { ...outcome, answer: run.answer, error: null };
    }
    try {
      const unchecked = await this.requestAnswer({ question, call, runId: run.id, userId }, toMessages(prompt));
      const checked = markUnknownNumbers(unchecked, prompt.user);
      const answer = { ...checked, judgements: withFactTags(question, checked.judgements) };
      await call.fenced((tx) => finishRun(tx, run.id, answer));
      return { ...outcome, answer, error: null };
    } catch (fault) {
      if (!(fault instanceof ChatError)) throw fault;
      if (UNUSABLE.has(fault.code)) {
        const errors = [{ date: null, field: null, error: fault.message }];
        await call.fenced((tx) => finishRun(tx, run.id, { ...EMPTY_ANSWER, errors }, fault.code));
        return { ...outcome, answer: null, error: fault };
      }
      await call.fenced((tx) => failRun(tx, run.id, fault.code));
      return { ...outcome, answer: null, error: fault };
    }
  }

  /**
   * The first answer; if it was cut, the rest in parts; if it has repairable errors, the repair.
   * @throws ChatError if there is no answer, or none that could be used.
   */
  private async requestAnswer(run: ModelRunContext, messages: readonly ChatMessage[]): Promise<ModelAnswer> {
    const { question } = run;
    const first = await this.send(run, { purpose: 'answer', question, messages, prompt: messages, message: null });
    if (first.completion.finish === 'length') {
      const cut = parseCutParts(question, first.completion);
      return answerInParts(question, cut, (number, part) => this.requestPart(run, number, part));
    }
    const parts = parseParts(question, first.completion);
    if (!parts.errors.some(({ repairable }) => repairable)) return completeAnswer(question, parts, undefined);
    const message = repairMessage1(parts.errors);
    const { content } = first.completion;
    const echo: ChatMessage[] =
      content === undefined ? [] : [{ role: 'assistant', content: content.slice(0, LONGEST_ECHO) }];
    const repair = await this.repair(run, {
      purpose: 'repair',
      question,
      messages: [...messages, ...echo, { role: 'user', content: message }],
      prompt: messages,
      message,
      format: this.formatAfter(question, first),
    });
    return completeAnswer(question, parts, repair);
  }

  /** If a repair fails, only what it should have repaired is lost. */
  private async repair(run: ModelRunContext, request: ModelRequest): Promise<AnswerParts | undefined> {
    try {
      const { completion } = await this.send(run, request);
      return completion.finish === 'length'
        ? parseCutParts(run.question, completion)
        : parseParts(run.question, completion);
    } catch (fault) {
      if (fault instanceof ChatError) return undefined;
      throw fault;
    }
  }

  /** The days or items that a cut answer left open, as a question of their own. */
  private async requestPart(run: ModelRunContext, number: number, part: AiQuestion): Promise<AnswerParts> {
    const messages = toMessages(buildPrompt(part));
    const message = messages.at(-1)?.content ?? null;
    const { completion } = await this.send(run, {
      purpose: `part_${number}`,
      question: part,
      messages,
      prompt: messages,
      message,
    });
    return completion.finish === 'length' ? parseCutParts(part, completion) : parseParts(part, completion);
  }

  /** The format of the repair: the next weaker one if the server accepted a format and its answer has another shape. */
  private formatAfter(question: AiQuestion, { completion, format }: ModelResponse): AnswerFormat | undefined {
    if (format === null || format === 'text') return undefined;
    const object = completion.content === undefined ? undefined : extractObject(completion.content);
    const keptFormat = format === 'json_schema' ? fitsSchema(answerSchema(question), object) : object !== undefined;
    if (keptFormat) return undefined;
    if (completion.content !== undefined) this.server.weaken(format);
    return weakerThan(format);
  }

  /**
   * One call: recorded before it is made, its response stored before it is read. No transaction is open meanwhile.
   * @throws ChatError also if the response contains no answer to the whole question: withheld, or the prompt was cut.
   */
  private async send({ call, runId, userId }: ModelRunContext, request: ModelRequest): Promise<ModelResponse> {
    const { purpose, question, messages, prompt, message, format } = request;
    const begun = await call.fenced((tx) => beginCall(tx, runId, purpose, message));
    if (begun.state === 'answered') return toModelResponse(begun.raw, begun.format, prompt);
    if (begun.state === 'spent') throw new ChatError('asked_twice');
    const start = performance.now();
    let requests = 0;
    const soFar = () => ({ requests, durationMs: Math.round(performance.now() - start) });
    try {
      const answer = await this.server.complete({
        messages,
        schema: answerSchema(question),
        format,
        caller: call,
        userId,
        signal: call.signal,
        deadlineMs: call.deadlineMs,
        onRequest: () => (requests += 1),
      });
      const cost = callCost(answer.tokens, this.prices);
      await call.fenced((tx) => storeAnswer(tx, begun.callId, { ...answer, cost, ...soFar() }));
      return toModelResponse(answer.raw, answer.format, prompt);
    } catch (fault) {
      if (!(fault instanceof ChatError) || fault instanceof UnusableResponseError) throw fault;
      const { code, detail, mayBePaid } = fault;
      await call.fenced((tx) => failCall(tx, begun.callId, { fault: code, detail, mayBePaid, ...soFar() }));
      throw fault;
    }
  }
}

/** An error of a response that came, was paid and is stored. */
class UnusableResponseError extends ChatError {}

function toModelResponse(raw: string, format: AnswerFormat | null, prompt: readonly ChatMessage[]): ModelResponse {
  const completion = readCompletion(raw);
  if (completion.finish === 'filtered') throw new UnusableResponseError('filtered');
  const { content, tokens } = completion;
  if (content !== undefined && tokens !== undefined && wasCut(tokens.prompt, prompt)) {
    throw new UnusableResponseError('prompt_truncated');
  }
  return { completion, format };
}

function parseParts(question: AiQuestion, { content }: Completion): AnswerParts {
  if (content === undefined) return unusable('the answer is empty');
  const object = extractObject(content);
  return object === undefined ? unusable('the answer is no JSON object') : readAnswer(question, object);
}

/** What is complete of an answer that was cut. */
function parseCutParts(question: AiQuestion, { content = '' }: Completion): AnswerParts {
  const object = extractObject(content) ?? extractCutObject(content);
  return object === undefined ? unusable('the answer was cut before its first entry') : readAnswer(question, object);
}
