import { freeSharedMemory } from '#lib/kernel';
import type { MarketStateService } from '#lib/market-data';
import type { BarRequest } from './bar-request';
import type { BarMatrix } from './domain/bar-matrix';
import { MARGIN_BARS } from './domain/float-caps';
import type { MatrixLoader } from './matrix-loader';

/** How long bars wait for the next run that asks for no more than they hold: studies of a library follow one another. */
const KEPT_MS = 300_000;

interface Held {
  readonly request: BarRequest;
  /** Of the market before they were read. */
  readonly revision: string;
  readonly matrix: Promise<BarMatrix | undefined>;
  /** 0 until they are read. */
  bytes: number;
}

/**
 * Bars that the kept matrix does not hold, read by SQL for a run. The last ones are shared with the runs that ask meanwhile or
 * soon after: a matrix for each run would fill the memory with copies of the market.
 */
export class RunBars {
  private held: Held | undefined;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly state: MarketStateService,
    private readonly loader: MatrixLoader,
  ) {}

  /** @returns undefined where the market has none. */
  async read(request: BarRequest): Promise<BarMatrix | undefined> {
    const revision = await this.state.revision();
    if (this.held?.revision !== revision || !covers(this.held.request, request)) this.load(request, revision);
    try {
      return await this.held?.matrix;
    } finally {
      this.dropLater();
    }
  }

  /** Gives the memory free, once no run uses it. */
  drop(): void {
    clearTimeout(this.timer);
    if (this.held === undefined) return;
    const { bytes } = this.held;
    this.held = undefined;
    freeSharedMemory(bytes);
  }

  private load(request: BarRequest, revision: string): void {
    this.drop();
    const bars = request.bars === null ? null : request.bars + MARGIN_BARS;
    const held: Held = { request, revision, matrix: this.loader.loadThrough(request.through, bars), bytes: 0 };
    this.held = held;
    held.matrix.then(
      (matrix) => (held.bytes = matrix?.bytes ?? 0),
      () => {
        // Those who wait hear why; the next run reads for itself.
        if (this.held === held) this.held = undefined;
      },
    );
  }

  private dropLater(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.drop(), KEPT_MS).unref();
  }
}

function covers(held: BarRequest, { through, bars }: BarRequest): boolean {
  return held.through === through && (held.bars === null || (bars !== null && bars <= held.bars));
}
