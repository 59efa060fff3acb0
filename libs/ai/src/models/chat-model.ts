import { answerSchema } from '../answers/answer-schema';
import { completeAnswer } from '../answers/complete-answer';
import { extractObject } from '../answers/extract-object';
import { type AnswerParts, readAnswer, unusable } from '../answers/read-answer';
import { ChatFault } from '../chat/chat-fault';
import type { ChatServer } from '../chat/chat-server';
import { readCompletion } from '../chat/completion';
import type { AiQuestion } from '../domain/question';
import type { PanelCall } from '../panel';
import {
  beginCall,
  beginRun,
  type CallPurpose,
  failCall,
  failRun,
  finishRun,
  storeAnswer,
} from '../persistence/ai-run-write.query';
import { buildPrompt } from '../prompts/build-prompt';
import { type ChatMessage, messagesOf, type Prompt, promptCopy } from '../prompts/prompt';
import { repairMessage1 } from '../prompts/repair-1';
import type { AiModel, ModelOutcome } from './ai-model';
import { questionHash } from './question-hash';

/** Of a bad answer, what the model is shown again. */
const LONGEST_ECHO = 20_000;

interface Asking {
  question: AiQuestion;
  call: PanelCall;
  prompt: Prompt;
  runId: number;
  userId: number | null;
}

/** A model behind the AI server. */
export class ChatModel implements AiModel {
  constructor(
    readonly name: string,
    private readonly server: ChatServer,
    private readonly replay: boolean,
  ) {}

  async ask(question: AiQuestion, call: PanelCall): Promise<ModelOutcome> {
    const prompt = buildPrompt(question);
    const copy = promptCopy(prompt);
    const run = await call.fenced((tx) =>
      beginRun(tx, {
        jobId: call.jobId,
        sessionId: question.session.sessionId,
        kind: question.kind,
        model: this.name,
        questionHash: questionHash(question, prompt.version),
        promptVersion: prompt.version,
        dataThrough: question.dataThrough,
        replay: this.replay,
        prompt: copy,
        csv: prompt.csv,
        madeFor: call.madeFor ?? null,
      }),
    );
    const userId = call.forEverybody === true ? null : run.requestedBy;
    const outcome = { model: this.name, runId: run.id, prompt: copy };
    if (run.answer !== null) return { ...outcome, answer: run.answer, fault: null };
    try {
      const answer = await this.answer({ question, call, prompt, runId: run.id, userId });
      await call.fenced((tx) => finishRun(tx, run.id, answer));
      return { ...outcome, answer, fault: null };
    } catch (fault) {
      if (!(fault instanceof ChatFault)) throw fault;
      await call.fenced((tx) => failRun(tx, run.id, fault.code));
      return { ...outcome, answer: null, fault };
    }
  }

  /** The first answer, and where it has faults that asking again may mend, the repair. */
  private async answer(asking: Asking) {
    const { question, prompt } = asking;
    const messages = messagesOf(prompt);
    const raw = await this.say('answer', asking, messages, null);
    const { content } = readCompletion(raw);
    const first = partsOf(question, content);
    if (!first.faults.some(({ mendable }) => mendable)) return completeAnswer(question, first, undefined);
    const message = repairMessage1(first.faults);
    const echo: ChatMessage[] =
      content === undefined ? [] : [{ role: 'assistant', content: content.slice(0, LONGEST_ECHO) }];
    const repair = await this.repair(asking, [...messages, ...echo, { role: 'user', content: message }], message);
    return completeAnswer(question, first, repair);
  }

  /** A repair that fails costs what it should have mended, nothing more. */
  private async repair(asking: Asking, messages: ChatMessage[], message: string): Promise<AnswerParts | undefined> {
    try {
      const raw = await this.say('repair', asking, messages, message);
      return partsOf(asking.question, readCompletion(raw).content);
    } catch (fault) {
      if (fault instanceof ChatFault) return undefined;
      throw fault;
    }
  }

  /** One call: noted before it is made, its reply stored before anything is read in it. No transaction is open meanwhile. */
  private async say(
    purpose: CallPurpose,
    { question, call, runId, userId }: Asking,
    messages: readonly ChatMessage[],
    message: string | null,
  ): Promise<string> {
    const begun = await call.fenced((tx) => beginCall(tx, runId, purpose, message));
    if (begun.state === 'answered') return begun.raw;
    if (begun.state === 'spent') throw new ChatFault('asked_twice');
    const start = performance.now();
    let requests = 0;
    const soFar = () => ({ requests, durationMs: Math.round(performance.now() - start) });
    try {
      const answer = await this.server.ask({
        model: this.name,
        messages,
        schema: answerSchema(question),
        userId,
        signal: call.signal,
        deadlineMs: call.deadlineMs,
        onRequest: () => (requests += 1),
      });
      await call.fenced((tx) => storeAnswer(tx, begun.callId, { ...answer, ...soFar() }));
      return answer.raw;
    } catch (fault) {
      if (!(fault instanceof ChatFault)) throw fault;
      const { code, detail, mayBePaid } = fault;
      await call.fenced((tx) => failCall(tx, begun.callId, { fault: code, detail, mayBePaid, ...soFar() }));
      throw fault;
    }
  }
}

function partsOf(question: AiQuestion, content: string | undefined): AnswerParts {
  if (content === undefined) return unusable('the answer is empty');
  const object = extractObject(content);
  return object === undefined ? unusable('the answer is no JSON object') : readAnswer(question, object);
}
