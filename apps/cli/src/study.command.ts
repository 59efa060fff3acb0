import { type Command, Option } from 'commander';
import { lastValueFrom, tap } from 'rxjs';
import { AppError, type CalendarDay } from '#lib/kernel';
import {
  casesCsv,
  DEFAULT_HORIZONS,
  LONGEST_HORIZON,
  MOST_HORIZONS,
  type Overlap,
  OVERLAPS,
  readCosts,
  runStudyJob,
  StudiesService,
  type StudyRow,
} from '#lib/studies';
import type { NamedValues } from './arguments';
import type { CommandContext } from './command-context';
import { describeStudy } from './describe-study';
import { asTypedWrong, readTypedFilters } from './screen-options';
import type { Session } from './session';
import { UsageError } from './usage-error';
import { SCREEN_MESSAGES } from './messages/screen.messages';
import { STATE_MESSAGES } from './messages/state.messages';
import { STUDY_MESSAGES } from './messages/study.messages';

interface ShowOptions {
  csv?: boolean;
}

interface RunOptions extends ShowOptions {
  from: CalendarDay;
  to: CalendarDay;
  param: NamedValues;
  filter: NamedValues;
  cost: NamedValues;
  horizons?: readonly number[];
  overlap: Overlap;
}

/** `study …`: what the hits of a screen were worth over a span. */
export function addStudyCommands(program: Command, context: CommandContext): void {
  const t = context.words(STUDY_MESSAGES);
  const ofScreens = context.words(SCREEN_MESSAGES);
  const { read } = context;
  const study = program.command('study').description(t.group);

  study
    .command('run')
    .description(t.run)
    .argument('<screen>', t.screen)
    .requiredOption('--from <day>', t.from, read.day)
    .requiredOption('--to <day>', t.to, read.day)
    .option('--param <name=value>', ofScreens.param, read.named, {})
    .option('--filter <name=value>', ofScreens.filter, read.named, {})
    .option('--cost <name=value>', t.cost, read.named, {})
    .option(
      '--horizons <days>',
      t.horizons(DEFAULT_HORIZONS.join(',')),
      read.wholeNumbers({ least: 1, most: LONGEST_HORIZON, count: MOST_HORIZONS }),
    )
    .addOption(new Option('--overlap <cases>', t.overlap).choices(OVERLAPS).default(OVERLAPS[0]))
    .option('--csv', t.csv)
    .action(async (screen: string, options: RunOptions) => {
      requireOneFormat(options, context);
      await context.withSession(async (session) => {
        const studies = session.get(StudiesService);
        const studyId = await startStudy(studies, screen, options, context);
        await session.ensureWorker(runStudyJob.queue);
        const ended = await watchStudy(studies, studyId, context);
        await showStudy(session, ended, options, context);
        requireCompleted(ended, context);
      });
    });

  study
    .command('show')
    .description(t.show)
    .argument('<id>', t.id, read.count)
    .option('--csv', t.csv)
    .action(async (id: number, options: ShowOptions) => {
      requireOneFormat(options, context);
      await context.withSession(async (session) => {
        await showStudy(session, await session.get(StudiesService).get(id), options, context);
      });
    });
}

function requireOneFormat({ csv }: ShowOptions, context: CommandContext): void {
  if (csv === true && context.output.json) throw new UsageError(context.words(SCREEN_MESSAGES).oneFormat);
}

/** What the study refuses about its span, parameters, filters or costs was typed wrong. */
async function startStudy(
  studies: StudiesService,
  screen: string,
  { from, to, param: params, filter, cost, horizons, overlap }: RunOptions,
  context: CommandContext,
): Promise<number> {
  try {
    const [filters, costs] = [readTypedFilters(filter), readCosts(cost)];
    const asked = { screen, from, to, params, filters, costs, horizons, overlap };
    return (await studies.start(asked, null)).studyId;
  } catch (error) {
    throw asTypedWrong(error, context);
  }
}

async function watchStudy(studies: StudiesService, id: number, context: CommandContext): Promise<StudyRow> {
  const t = context.words(STUDY_MESSAGES);
  const states = context.words(STATE_MESSAGES);
  const bar = context.output.progress(t.studying);
  try {
    const changes = await studies.watch(id);
    return await lastValueFrom(changes.pipe(tap(({ status, progress }) => bar.update(progress / 100, states[status]))));
  } finally {
    bar.stop();
  }
}

function requireCompleted({ id, status, error }: StudyRow, context: CommandContext): void {
  if (status === 'completed') return;
  const t = context.words(STUDY_MESSAGES);
  const reason = error ?? context.words(STATE_MESSAGES)[status];
  throw new AppError('conflict', 'study_not_completed', t.notCompleted(id, reason));
}

async function showStudy(
  session: Session,
  study: StudyRow,
  { csv }: ShowOptions,
  context: CommandContext,
): Promise<void> {
  if (csv === true) {
    requireCompleted(study, context);
    const { cases } = await session.get(StudiesService).allCases(study.id);
    context.output.file(casesCsv(cases, study.horizons));
  } else context.output.result(study, () => describeStudy(study, context));
}
