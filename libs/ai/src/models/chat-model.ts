import { answerSchema } from '../answers/answer-schema';
import { completeAnswer } from '../answers/complete-answer';
import { extractCutObject, extractObject } from '../answers/extract-object';
import { fitsSchema } from '../answers/fits-schema';
import { type AnswerParts, readAnswer, unusable } from '../answers/read-answer';
import type { AnswerFormat } from '../domain/answer-format';
import { ChatFault } from '../chat/chat-fault';
import type { ChatFaultCode } from '../domain/chat-fault-code';
import { type ChatServer, weakerThan } from '../chat/chat-server';
import { type Completion, readCompletion } from '../chat/completion';
import { wasCut } from '../chat/prompt-size';
import type { ModelAnswer } from '../domain/answer';
import { callCost, type TokenPrices } from '../domain/call-cost';
import { withFactTags } from '../domain/fact-tags';
import { withFigureMarks } from '../domain/note-figures';
import type { AiQuestion } from '../domain/question';
import type { CallPurpose } from '../domain/run';
import type { PanelCall } from '../panel';
import { beginCall, beginRun, failCall, failRun, finishRun, storeAnswer } from '../persistence/ai-run-write.query';
import { buildPrompt } from '../prompts/build-prompt';
import { type ChatMessage, messagesOf, promptCopy } from '../prompts/prompt';
import { repairMessage1 } from '../prompts/repair-1';
import type { AiModel, ModelOutcome } from './ai-model';
import { answerInParts } from './answer-in-parts';
import { questionHash } from './question-hash';

/** Of a bad answer, what the model is shown again. */
const LONGEST_ECHO = 20_000;

/** Faults of an answer that came and cannot be used: the run keeps an empty one, and is not asked again. */
const UNUSABLE: ReadonlySet<ChatFaultCode> = new Set(['filtered', 'prompt_truncated', 'answer_truncated']);

const NOTHING: ModelAnswer = { judgements: [], outlook: null, items: [], errors: [] };

interface Asking {
  question: AiQuestion;
  call: PanelCall;
  runId: number;
  userId: number | null;
}

/** What is said in one call. */
interface Saying {
  purpose: CallPurpose;
  question: AiQuestion;
  messages: readonly ChatMessage[];
  /** Of the messages, the question: a server that counts fewer tokens than it can be has cut it. */
  asked: readonly ChatMessage[];
  /** Beyond the run's prompt, for whoever reads the run. */
  message: string | null;
  format?: AnswerFormat | undefined;
}

/** An answer as it came. `format` is null where it was stored by an earlier delivery that did not say it. */
interface Heard {
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

  async ask(question: AiQuestion, call: PanelCall): Promise<ModelOutcome> {
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
    const userId = call.forEverybody === true ? null : run.requestedBy;
    const outcome = { model: this.name, runId: run.id, prompt: copy };
    if (run.answer !== null) {
      if (run.fault !== null) return { ...outcome, answer: null, fault: new ChatFault(run.fault) };
      return { ...outcome, answer: run.answer, fault: null };
    }
    try {
      const said = await this.answer({ question, call, runId: run.id, userId }, messagesOf(prompt));
      const checked = withFigureMarks(said, prompt.user);
      const answer = { ...checked, judgements: withFactTags(question, checked.judgements) };
      await call.fenced((tx) => finishRun(tx, run.id, answer));
      return { ...outcome, answer, fault: null };
    } catch (fault) {
      if (!(fault instanceof ChatFault)) throw fault;
      if (UNUSABLE.has(fault.code)) {
        const errors = [{ date: null, field: null, error: fault.message }];
        await call.fenced((tx) => finishRun(tx, run.id, { ...NOTHING, errors }, fault.code));
        return { ...outcome, answer: null, fault };
      }
      await call.fenced((tx) => failRun(tx, run.id, fault.code));
      return { ...outcome, answer: null, fault };
    }
  }

  /**
   * The first answer; where it was cut, the rest in parts; where it has faults that asking again may mend, the repair.
   * @throws ChatFault where there is no answer, or none that could be used.
   */
  private async answer(asking: Asking, messages: readonly ChatMessage[]): Promise<ModelAnswer> {
    const { question } = asking;
    const first = await this.say(asking, { purpose: 'answer', question, messages, asked: messages, message: null });
    if (first.completion.finish === 'length') {
      const cut = cutPartsOf(question, first.completion);
      return answerInParts(question, cut, (number, part) => this.askPart(asking, number, part));
    }
    const parts = partsOf(question, first.completion);
    if (!parts.faults.some(({ mendable }) => mendable)) return completeAnswer(question, parts, undefined);
    const message = repairMessage1(parts.faults);
    const { content } = first.completion;
    const echo: ChatMessage[] =
      content === undefined ? [] : [{ role: 'assistant', content: content.slice(0, LONGEST_ECHO) }];
    const repair = await this.repair(asking, {
      purpose: 'repair',
      question,
      messages: [...messages, ...echo, { role: 'user', content: message }],
      asked: messages,
      message,
      format: this.formatAfter(question, first),
    });
    return completeAnswer(question, parts, repair);
  }

  /** A repair that fails costs what it should have mended, nothing more. */
  private async repair(asking: Asking, saying: Saying): Promise<AnswerParts | undefined> {
    try {
      const { completion } = await this.say(asking, saying);
      return completion.finish === 'length'
        ? cutPartsOf(asking.question, completion)
        : partsOf(asking.question, completion);
    } catch (fault) {
      if (fault instanceof ChatFault) return undefined;
      throw fault;
    }
  }

  /** The days or items that a cut answer left open, as a question of their own. */
  private async askPart(asking: Asking, number: number, part: AiQuestion): Promise<AnswerParts> {
    const messages = messagesOf(buildPrompt(part));
    const message = messages.at(-1)?.content ?? null;
    const { completion } = await this.say(asking, {
      purpose: `part_${number}`,
      question: part,
      messages,
      asked: messages,
      message,
    });
    return completion.finish === 'length' ? cutPartsOf(part, completion) : partsOf(part, completion);
  }

  /** The format of the repair: the next weaker one where the server took a format and its answer has another shape. */
  private formatAfter(question: AiQuestion, { completion, format }: Heard): AnswerFormat | undefined {
    if (format === null || format === 'text') return undefined;
    const object = completion.content === undefined ? undefined : extractObject(completion.content);
    const kept = format === 'json_schema' ? fitsSchema(answerSchema(question), object) : object !== undefined;
    if (kept) return undefined;
    if (completion.content !== undefined) this.server.weaken(format);
    return weakerThan(format);
  }

  /**
   * One call: noted before it is made, its reply stored before anything is read in it. No transaction is open meanwhile.
   * @throws ChatFault also where the reply holds no answer to the whole question: withheld, or the prompt was cut.
   */
  private async say({ call, runId, userId }: Asking, saying: Saying): Promise<Heard> {
    const { purpose, question, messages, asked, message, format } = saying;
    const begun = await call.fenced((tx) => beginCall(tx, runId, purpose, message));
    if (begun.state === 'answered') return heard(begun.raw, begun.format, asked);
    if (begun.state === 'spent') throw new ChatFault('asked_twice');
    const start = performance.now();
    let requests = 0;
    const soFar = () => ({ requests, durationMs: Math.round(performance.now() - start) });
    try {
      const answer = await this.server.ask({
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
      return heard(answer.raw, answer.format, asked);
    } catch (fault) {
      if (!(fault instanceof ChatFault) || fault instanceof UnusableReply) throw fault;
      const { code, detail, mayBePaid } = fault;
      await call.fenced((tx) => failCall(tx, begun.callId, { fault: code, detail, mayBePaid, ...soFar() }));
      throw fault;
    }
  }
}

/** A fault of a reply that came, was paid and is stored. */
class UnusableReply extends ChatFault {}

function heard(raw: string, format: AnswerFormat | null, asked: readonly ChatMessage[]): Heard {
  const completion = readCompletion(raw);
  if (completion.finish === 'filtered') throw new UnusableReply('filtered');
  const { content, tokens } = completion;
  if (content !== undefined && tokens !== undefined && wasCut(tokens.prompt, asked)) {
    throw new UnusableReply('prompt_truncated');
  }
  return { completion, format };
}

function partsOf(question: AiQuestion, { content }: Completion): AnswerParts {
  if (content === undefined) return unusable('the answer is empty');
  const object = extractObject(content);
  return object === undefined ? unusable('the answer is no JSON object') : readAnswer(question, object);
}

/** What is complete of an answer that was cut. */
function cutPartsOf(question: AiQuestion, { content = '' }: Completion): AnswerParts {
  const object = extractObject(content) ?? extractCutObject(content);
  return object === undefined ? unusable('the answer was cut before its first entry') : readAnswer(question, object);
}
