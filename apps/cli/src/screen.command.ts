import type { Command } from 'commander';
import { AppError, type CalendarDay } from '#lib/kernel';
import {
  type FormulaCheck,
  FormulasService,
  nameFilters,
  ScreenCatalog,
  type ScreenRow,
  type ScreenRunView,
  ScreensService,
  type ScreenView,
} from '#lib/screens';
import type { NamedValues } from './arguments';
import type { CommandContext } from './command-context';
import { readFormula } from './read-formula';
import { screenCsv } from './screen-csv';
import { evidenceColumns } from './screen-evidence';
import { asTypedWrong, readTypedFilters } from './screen-options';
import { type Column, renderTable } from './table';
import { UsageError } from './usage-error';
import { groupDigits } from './messages/group-digits';
import { SCREEN_MESSAGES } from './messages/screen.messages';

const USUAL_HITS = 50;

interface RunOptions {
  asOf?: CalendarDay;
  param: NamedValues;
  filter: NamedValues;
  limit: number;
  csv?: boolean;
}

/** `screen …`: rules over the whole market on one day. Nothing is stored. */
export function addScreenCommands(program: Command, context: CommandContext): void {
  const t = context.words(SCREEN_MESSAGES);
  const { read } = context;
  const screen = program.command('screen').description(t.group);

  screen
    .command('list')
    .description(t.list)
    .action(() =>
      context.withSession(async (session) => {
        const screens = await session.get(ScreenCatalog).list();
        context.output.result(
          screens.map(({ filters, ...view }) => ({ ...view, filters: nameFilters(filters) })),
          () => renderTable(listColumns(context), screens),
        );
      }),
    );

  screen
    .command('run')
    .description(t.run)
    .argument('<id>', t.id)
    .option('--as-of <day>', t.asOf, read.day)
    .option('--param <name=value>', t.param, read.named, {})
    .option('--filter <name=value>', t.filter, read.named, {})
    .option('--limit <hits>', t.limit, read.count, USUAL_HITS)
    .option('--csv', t.csv)
    .action(async (id: string, options: RunOptions) => {
      if (options.csv === true && context.output.json) throw new UsageError(t.oneFormat);
      await context.withSession(async (session) => {
        const { evidence, ...view } = await session.get(ScreenCatalog).get(id);
        const run = await runScreen(session.get(ScreensService), id, options, context);
        if (options.csv === true) context.output.file(screenCsv(run.rows, evidence));
        else context.output.result(run, () => describeRun({ ...view, evidence }, run, context));
      });
    });

  screen
    .command('check')
    .description(t.check)
    .argument('<file>', t.file)
    .action((file: string) =>
      context.withSession(async (session) => {
        const formula = await readFormula(file);
        const { language } = context;
        const { signal } = new AbortController();
        const check = await session.get(FormulasService).check(formula, {}, { language, signal });
        context.output.result({ file, ...check }, () => describeCheck(file, check, context));
        if (!check.ok) throw new AppError('invalid', 'formula_errors', t.errors(check.errors.length));
      }),
    );
}

async function runScreen(
  screens: ScreensService,
  id: string,
  { asOf, param: params, filter, limit }: RunOptions,
  context: CommandContext,
): Promise<ScreenRunView> {
  try {
    const request = { asOf, params, filters: readTypedFilters(filter) };
    return await screens.run(id, request, { limit, offset: 0 }, new AbortController().signal);
  } catch (error) {
    throw asTypedWrong(error, context);
  }
}

function listColumns(context: CommandContext): Column<ScreenView>[] {
  const t = context.words(SCREEN_MESSAGES);
  return [
    { title: t.idTitle, cell: ({ id }) => id },
    { title: t.nameTitle, cell: (view) => nameOf(view, context) },
    { title: t.versionTitle, align: 'right', cell: ({ version }) => String(version) },
    { title: t.barsTitle, align: 'right', cell: ({ needs: { bars } }) => (bars === null ? t.allBars : String(bars)) },
    { title: t.availableTitle, cell: ({ lack }) => (lack === null ? t.yes : t[lack]) },
    { title: t.paramsTitle, cell: ({ params }) => describeDefaults(params) },
  ];
}

function describeDefaults(params: ScreenView['params']): string {
  const { properties = {} } = params as { properties?: Record<string, { default: unknown }> };
  return Object.entries(properties)
    .map(([name, { default: value }]) => `${name}=${String(value)}`)
    .join(' ');
}

function nameOf({ name, nameEn }: Pick<ScreenView, 'name' | 'nameEn'>, { language }: CommandContext): string {
  return language === 'zh' ? name : nameEn;
}

function describeRun(view: ScreenView, run: ScreenRunView, context: CommandContext): string {
  const t = context.words(SCREEN_MESSAGES);
  const { asOf, evaluated, matched, rows, warnings } = run;
  const summary = [t.summary(nameOf(view, context), asOf, evaluated, matched, rows.length), ...warnings].join('\n');
  if (rows.length === 0) return summary;
  return `${renderTable([...rowColumns(run, context), ...evidenceColumns(view.evidence, context)], rows)}\n\n${summary}`;
}

function rowColumns({ asOf, rows }: ScreenRunView, context: CommandContext): Column<ScreenRow>[] {
  const t = context.words(SCREEN_MESSAGES);
  const looksBack = rows.some(({ date }) => date !== asOf);
  return [
    { title: t.rank, align: 'right', cell: ({ rank }) => String(rank) },
    { title: t.code, cell: ({ code }) => code },
    { title: t.nameTitle, cell: ({ stockName }) => stockName ?? '' },
    ...(looksBack ? [{ title: t.hitDay, cell: ({ date }: ScreenRow) => date }] : []),
    { title: t.close, align: 'right', cell: ({ close }) => close.toFixed(2) },
    { title: t.change, align: 'right', cell: ({ pctChange }) => pctChange?.toFixed(2) ?? '' },
    { title: t.cap, align: 'right', cell: ({ circulatingMarketCapYi: cap }) => cap?.toFixed(2) ?? '' },
    {
      title: t.session,
      align: 'right',
      cell: ({ openSessionId }) => (openSessionId === null ? '' : String(openSessionId)),
    },
  ];
}

function describeCheck(file: string, check: FormulaCheck, context: CommandContext): string {
  const t = context.words(SCREEN_MESSAGES);
  if (!check.ok) {
    return check.errors.map(({ line, column, message }) => `${file}:${line}:${column}: ${message}`).join('\n');
  }
  const { outputs, needsBars, nodes, recentMatches } = check;
  const bars = needsBars === null ? t.allBars : String(needsBars);
  const shown = outputs.map(({ name }) => name);
  const columns: Column<FormulaCheck['recentMatches'][number]>[] = [
    { title: t.day, cell: ({ date }) => date },
    { title: t.matchesTitle, align: 'right', cell: ({ matched }) => groupDigits(matched) },
  ];
  return [
    t.checked(shown, bars, nodes),
    ...(recentMatches.length === 0 ? [t.noMarket] : [renderTable(columns, recentMatches)]),
  ].join('\n');
}
