import { Gauge, type Registry } from 'prom-client';

/** One line of the page. */
export interface MetricValue {
  labels?: Readonly<Record<string, string>>;
  /** Null: there is no such figure now, and no line. */
  value: number | null;
}

/** What a metric is, beside its figures. */
export interface MetricKind {
  help: string;
  labels?: readonly string[];
}

/** Gauges that belong together, as they are read at once: all of them are set anew, or none is there. */
export class MetricSet<Name extends string> {
  private readonly gauges: ReadonlyMap<string, { gauge: Gauge; labelled: boolean }>;

  constructor(registry: Registry, kinds: Readonly<Record<Name, MetricKind>>) {
    this.gauges = new Map(
      Object.entries<MetricKind>(kinds).map(([name, { help, labels = [] }]) => [
        name,
        {
          gauge: new Gauge({ name, help, labelNames: [...labels], registers: [registry] }),
          labelled: labels.length > 0,
        },
      ]),
    );
    this.forget();
  }

  set(figures: Readonly<Record<Name, readonly MetricValue[]>>): void {
    this.forget();
    for (const [name, lines] of Object.entries<readonly MetricValue[]>(figures)) {
      for (const { labels = {}, value } of lines) {
        if (value !== null) this.gauges.get(name)?.gauge.set({ ...labels }, value);
      }
    }
  }

  /** Takes all lines off the page: an old figure would look like a new one. */
  forget(): void {
    for (const { gauge, labelled } of this.gauges.values()) {
      gauge.reset();
      // A gauge without labels starts again at 0, which says something.
      if (!labelled) gauge.remove();
    }
  }
}
