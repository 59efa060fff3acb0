import type { Command } from 'commander';
import { AppError, type CalendarDay } from '#lib/kernel';
import {
  type DiagnosisCheck,
  type DiagnosisDifference,
  MarketDoctorService,
  type VendorDiagnosis,
} from '#lib/market-sync';
import type { CommandContext } from './command-context';
import { type Column, renderTable } from './table';
import { UsageError } from './usage-error';
import { DOCTOR_MESSAGES } from './messages/doctor.messages';

/** `market doctor`: one day of the vendor, check by check. Exit code 0 if all is well, 1 if something differs, 2 for a closed day. */
export function addDoctorCommand(market: Command, context: CommandContext): void {
  const t = context.words(DOCTOR_MESSAGES);
  market
    .command('doctor')
    .description(t.doctor)
    .option('--day <day>', t.day, context.read.day)
    .action(({ day }: { day?: CalendarDay }) =>
      context.withSession(async (session) => {
        const diagnosis = await session.get(MarketDoctorService).diagnose(day, new AbortController().signal);
        context.output.result(diagnosis, () => describe(diagnosis, context));
        if (diagnosis.advice.includes('closed_day')) throw new UsageError(t.closed(diagnosis.day));
        if (!isWell(diagnosis)) throw new AppError('conflict', 'vendor_differs', t.differs);
      }),
    );
}

function isWell({ checks, snapshot, exRight, advice }: VendorDiagnosis): boolean {
  const agrees = snapshot === null ? !advice.includes('snapshot_missing') : snapshot.differences.length === 0;
  return checks.every(({ ok }) => ok) && exRight !== 'no' && agrees;
}

function describe({ day, checks, snapshot, exRight, advice }: VendorDiagnosis, context: CommandContext): string {
  const t = context.words(DOCTOR_MESSAGES);
  const checkColumns: Column<DiagnosisCheck>[] = [
    { title: t.check, cell: ({ name }) => name },
    { title: t.result, cell: ({ ok }) => (ok ? t.ok : t.failed) },
    { title: t.expected, cell: ({ expected }) => expected },
    { title: t.got, cell: ({ got }) => got },
  ];
  const differenceColumns: Column<DiagnosisDifference>[] = [
    { title: t.value, cell: ({ kind }) => kind },
    { title: t.code, cell: ({ code }) => code },
    { title: t.inPackage, align: 'right', cell: (one) => String(one.package) },
    { title: t.inSnapshot, align: 'right', cell: (one) => String(one.snapshot) },
  ];
  return [
    t.title(day),
    renderTable(checkColumns, checks),
    ...(snapshot === null ? [] : [t.compared(snapshot.compared, snapshot.differences.length)]),
    ...(snapshot === null || snapshot.differences.length === 0
      ? []
      : [renderTable(differenceColumns, snapshot.differences)]),
    t[exRight],
    ...advice.map((code) => t[code]),
  ].join('\n');
}
