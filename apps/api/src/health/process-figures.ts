import { Inject, Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { AggregatorRegistry, type MetricObject, type Registry } from 'prom-client';
import { APP_CONFIG, type AppConfig } from '#lib/config';
import { METRICS } from '#lib/observability';

/** A process that does not answer in this time is missing on the page. */
const LONGEST_WAIT_MS = 1000;

/** By the channel to the supervisor, which passes each message to all other API processes. */
type Message = Question | Answer;

interface Question {
  readonly figuresFor: string;
}

interface Answer {
  readonly figuresOf: number;
  readonly answerTo: string;
  readonly figures: MetricObject[];
}

/**
 * What API processes count themselves. Where several share a port, any of them may be asked: each shows the figures of all, labelled by
 * process, so that a counter goes on from where it was whoever answers, and starts again only with its process.
 */
@Injectable()
export class ProcessFigures implements OnModuleInit, OnModuleDestroy {
  private readonly waiting = new Map<string, (answer: Answer) => void>();
  private asked = 0;
  private readonly listener = (message: unknown): void => void this.receive(message);

  constructor(
    @Inject(METRICS) private readonly registry: Registry,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /** Whether other processes share this one's port. */
  get areShared(): boolean {
    return this.config.apiProcess !== undefined && process.send !== undefined;
  }

  onModuleInit(): void {
    if (!this.areShared) return;
    this.registry.setDefaultLabels({ api_process: String(this.config.apiProcess) });
    process.on('message', this.listener);
  }

  onModuleDestroy(): void {
    process.off('message', this.listener);
  }

  /** In Prometheus's format. Never older than the call. */
  async read(): Promise<string> {
    if (!this.areShared) return this.registry.metrics();
    const [own, others] = await Promise.all([this.readOwn(), this.askOthers()]);
    return AggregatorRegistry.aggregate([own, ...others]).metrics();
  }

  private async readOwn(): Promise<MetricObject[]> {
    // Labels tell the processes apart, so nothing is ever added up or left out.
    return (await this.registry.getMetricsAsJSON()).map((metric) => ({ ...metric, aggregator: 'first' }));
  }

  private askOthers(): Promise<MetricObject[][]> {
    this.asked += 1;
    const question = `${process.pid}-${this.asked}`;
    const answers = new Map<number, MetricObject[]>();
    return new Promise((resolve) => {
      const end = (): void => {
        clearTimeout(timer);
        this.waiting.delete(question);
        resolve([...answers.values()]);
      };
      const timer = setTimeout(end, LONGEST_WAIT_MS);
      this.waiting.set(question, ({ figuresOf, figures }) => {
        answers.set(figuresOf, figures);
        if (answers.size >= this.config.apiProcesses - 1) end();
      });
      tell({ figuresFor: question });
    });
  }

  private async receive(message: unknown): Promise<void> {
    if (typeof message !== 'object' || message === null) return;
    if ('figuresFor' in message) {
      const { figuresFor } = message as Question;
      tell({ figuresOf: this.config.apiProcess ?? 0, answerTo: figuresFor, figures: await this.readOwn() });
    } else if ('answerTo' in message) {
      const answer = message as Answer;
      this.waiting.get(answer.answerTo)?.(answer);
    }
  }
}

/** A channel that has closed tells by `disconnect`. */
function tell(message: Message): void {
  process.send?.(message, undefined, undefined, () => undefined);
}
