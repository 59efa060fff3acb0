import { writeFile } from 'node:fs/promises';
import type { Client } from 'pg';
import type { Listener } from './load';
import { mean, percentile } from '../statistics';

const LOOK_MS = 100;
/** A mark that is there or absent for fewer seconds says nothing. */
const FEWEST_SECONDS = 4;
const SHOWN_MARKS = 25;
const HEAD = 60;

/** What the server's processes do at a moment. */
const ACTIVITY = `
  select coalesce(nullif(application_name, ''), backend_type) as who,
    coalesce(wait_event_type || ':' || wait_event, 'running') as wait,
    left(regexp_replace(query, '\\s+', ' ', 'g'), ${HEAD}) as statement
  from pg_stat_activity
  where pid <> pg_backend_pid() and (state = 'active' and datname = current_database()
    or backend_type = 'checkpointer' and wait_event is distinct from 'CheckpointerMain'
    or backend_type = 'autovacuum worker')`;

/** Counters of the whole server, of which the timeline shows how much each second added. */
const COUNTERS = `
  select (select wal_bytes::float8 from pg_stat_wal) as "walBytes",
    (select coalesce(sum(evictions), 0)::float8 from pg_stat_io where backend_type = 'client backend') as evictions,
    (select coalesce(sum(writes), 0)::float8 from pg_stat_io
      where backend_type = 'client backend' and object = 'relation') as "backendWrites",
    (select coalesce(sum(fsyncs), 0)::float8 from pg_stat_io where object = 'wal') as "walSyncs",
    (select coalesce(sum(fsync_time), 0)::float8 from pg_stat_io where object = 'wal') as "walSyncMs"`;

interface Activity {
  who: string;
  wait: string;
  statement: string;
}

type Counters = Record<'walBytes' | 'evictions' | 'backendWrites' | 'walSyncs' | 'walSyncMs', number>;

interface Second {
  times: number[];
  /** How many of the second's looks found it. */
  marks: Map<string, number>;
  /** Of the API's connections, by what they waited for. */
  waits: Map<string, number>;
  figures: Record<string, number>;
}

/**
 * What happened in each second of a phase: how long the requests took that were due in it, what the server did and waited for,
 * and how the API's own loop fared. It shows which work the slow seconds have in common.
 */
export class Timeline {
  private readonly seconds: Second[] = [];
  private readonly began = performance.now();
  private looking: NodeJS.Timeout | undefined;
  private scraping: NodeJS.Timeout | undefined;
  private isLooking = false;
  private counters: Counters | undefined;
  private collected = 0;

  constructor(
    /** A connection that nobody else uses. */
    private readonly client: Client,
    private readonly apiUrl: string,
  ) {}

  start(): void {
    this.looking = setInterval(() => void this.look(), LOOK_MS);
    this.scraping = setInterval(() => void this.scrape(), 1000);
  }

  stop(): void {
    clearInterval(this.looking);
    clearInterval(this.scraping);
  }

  readonly listener: Listener = ({ ms }) => {
    // By the moment at which the request was due, because that is where it began to wait.
    this.at(performance.now() - ms).times.push(ms);
  };

  /** Writes a line a second, and prints what the slow seconds have in common. */
  async report(file: string): Promise<void> {
    const seconds = this.seconds.filter(({ times }) => times.length > 0);
    const figures = [...new Set(seconds.flatMap((second) => Object.keys(second.figures)))].sort();
    const lines = seconds.map((second, index) =>
      [
        index,
        second.times.length,
        ...[0.5, 0.99, 1].map((part) => percentile(second.times, part).toFixed(1)),
        ...figures.map((name) => second.figures[name]?.toFixed(1) ?? ''),
        JSON.stringify([...second.marks.keys()].join(' | ')),
      ].join(','),
    );
    await writeFile(file, [['second,answers,p50,p99,worst', ...figures, 'marks'].join(','), ...lines, ''].join('\n'));
    console.log(`\nthe timeline, a line a second: ${file}`);
    this.printMarks(seconds);
    this.printWaits(seconds);
    this.printFigures(seconds, figures);
  }

  /** For each kind of work: p99 of the requests that were due in seconds with it, and in those without. */
  private printMarks(seconds: readonly Second[]): void {
    const names = [...new Set(seconds.flatMap(({ marks }) => [...marks.keys()]))];
    const rows = names.flatMap((name) => {
      const withIt = seconds.filter(({ marks }) => marks.has(name));
      const without = seconds.filter(({ marks }) => !marks.has(name));
      if (Math.min(withIt.length, without.length) < FEWEST_SECONDS) return [];
      const [busy, quiet] = [withIt, without].map((some) =>
        percentile(
          some.flatMap(({ times }) => times),
          0.99,
        ),
      );
      return [{ name, seconds: withIt.length, busy: busy ?? 0, quiet: quiet ?? 0 }];
    });
    console.log(`\n${'seconds'.padStart(8)}${'p99 with'.padStart(10)}${'without'.padStart(10)}  work`);
    for (const row of rows.sort((a, b) => b.busy / b.quiet - a.busy / a.quiet).slice(0, SHOWN_MARKS)) {
      const cells = [row.busy, row.quiet].map((ms) => ms.toFixed(1).padStart(10)).join('');
      console.log(`${String(row.seconds).padStart(8)}${cells}  ${row.name}`);
    }
  }

  private printWaits(seconds: readonly Second[]): void {
    const slow = slowest(seconds);
    const [all, ofSlow] = [sumOf(seconds), sumOf(slow)];
    const total = (waits: Map<string, number>): number => [...waits.values()].reduce((sum, count) => sum + count, 0);
    console.log(`\nconnections of the API, share of looks: in all seconds, in the slowest tenth`);
    for (const [wait, count] of [...all].sort((a, b) => b[1] - a[1]).slice(0, 12)) {
      const shares = [count / total(all), (ofSlow.get(wait) ?? 0) / (total(ofSlow) || 1)];
      console.log(`${shares.map((share) => `${(share * 100).toFixed(1)} %`.padStart(9)).join('')}  ${wait}`);
    }
  }

  private printFigures(seconds: readonly Second[], names: readonly string[]): void {
    const slow = slowest(seconds);
    console.log(`\nmean a second: in all seconds, in the slowest tenth`);
    for (const name of names) {
      const means = [seconds, slow].map((some) => mean(some.flatMap(({ figures }) => figures[name] ?? [])));
      console.log(`${means.map((value) => value.toFixed(1).padStart(14)).join('')}  ${name}`);
    }
  }

  private at(moment: number): Second {
    const index = Math.max(0, Math.floor((moment - this.began) / 1000));
    for (;;) {
      const second = this.seconds[index];
      if (second !== undefined) return second;
      this.seconds.push({ times: [], marks: new Map(), waits: new Map(), figures: {} });
    }
  }

  private async look(): Promise<void> {
    if (this.isLooking) return;
    this.isLooking = true;
    try {
      const second = this.at(performance.now());
      const { rows } = await this.client.query<Activity>(ACTIVITY);
      let ofApi = 0;
      for (const { who, wait, statement } of rows) {
        if (who === 'stock-cycle-api') {
          ofApi += 1;
          add(second.waits, wait);
        } else {
          add(second.marks, `${who}: ${statement}`);
        }
      }
      second.figures['api connections, most'] = Math.max(second.figures['api connections, most'] ?? 0, ofApi);
    } finally {
      this.isLooking = false;
    }
  }

  private async scrape(): Promise<void> {
    const second = this.at(performance.now());
    const text = await fetch(`${this.apiUrl}/metrics`).then((response) => response.text());
    const value = (line: string): number =>
      text
        .split('\n')
        .filter((one) => one.startsWith(line))
        .reduce((sum, one) => sum + Number(one.slice(one.lastIndexOf(' '))), 0);
    second.figures['api loop lag p99 ms'] = value('nodejs_eventloop_lag_p99_seconds ') * 1000;
    second.figures['api callers waiting for a connection'] = value('database_pool_connections{state="waiting"}');
    const collected = value('nodejs_gc_duration_seconds_sum') * 1000;
    if (this.collected > 0) second.figures['api garbage collection ms'] = collected - this.collected;
    this.collected = collected;
    const { rows } = await this.client.query<Counters>(COUNTERS);
    const [now] = rows;
    if (now !== undefined && this.counters !== undefined) {
      for (const [name, count] of Object.entries(now)) {
        second.figures[name] = count - this.counters[name as keyof Counters];
      }
    }
    this.counters = now;
  }
}

function add(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

function slowest(seconds: readonly Second[]): Second[] {
  const bySlowness = [...seconds].sort((a, b) => percentile(b.times, 0.99) - percentile(a.times, 0.99));
  return bySlowness.slice(0, Math.max(1, Math.floor(seconds.length / 10)));
}

function sumOf(seconds: readonly Second[]): Map<string, number> {
  const sum = new Map<string, number>();
  for (const { waits } of seconds) {
    for (const [wait, count] of waits) sum.set(wait, (sum.get(wait) ?? 0) + count);
  }
  return sum;
}
