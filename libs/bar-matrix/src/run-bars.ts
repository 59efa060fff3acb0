import { collectGarbage } from '#lib/kernel';
import type { MarketStateService } from '#lib/market-data';
import type { BarRequest } from './bar-request';
import type { BarMatrix } from './domain/bar-matrix';
import { MARGIN_BARS } from './domain/float-caps';
import type { MatrixLoader } from './matrix-loader';

/** How long bars wait for the next run that asks for no more than they hold: studies of a library follow one another. */
const KEPT_MS = 300_000;

interface Held {
  readonly request: BarRequest;
  readonly matrix: Promise<BarMatrix | undefined>;
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
    const { held } = this;
    if (held !== undefined && covers(held.request, request)) {
      // Who had it read hears why it failed; this run reads for itself.
      const matrix = await held.matrix.catch(() => undefined);
      if (matrix?.revision === revision) {
        this.dropLater();
        return matrix;
      }
    }
    return this.load(request);
  }

  /** Gives the memory free, once no run uses it. */
  drop(): void {
    clearTimeout(this.timer);
    if (this.held === undefined) return;
    this.held = undefined;
    collectGarbage();
  }

  private async load(request: BarRequest): Promise<BarMatrix | undefined> {
    this.drop();
    const bars = request.bars === null ? null : request.bars + MARGIN_BARS;
    const held = { request, matrix: this.loader.loadThrough(request.through, bars) };
    this.held = held;
    try {
      return await held.matrix;
    } catch (error) {
      if (this.held === held) this.held = undefined;
      throw error;
    } finally {
      this.dropLater();
    }
  }

  private dropLater(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.drop(), KEPT_MS).unref();
  }
}

function covers(held: BarRequest, { through, bars }: BarRequest): boolean {
  return held.through === through && (held.bars === null || (bars !== null && bars <= held.bars));
}
