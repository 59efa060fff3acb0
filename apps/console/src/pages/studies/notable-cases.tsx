import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useConsoleState } from '../../api/console-state';
import { useFormats } from '../../i18n/formats';
import { useMessages } from '../../i18n/messages';
import { DenseTable } from '../../parts/dense-table';
import type { Study } from './study-figures';
import { studiesMessages } from './studies-messages';

/** The cases that stand out, each leading to its stock's chart on the day of the signal. */
export function NotableCases({
  title,
  cases,
  horizon,
}: {
  title: string;
  cases: Study['best'];
  horizon: number;
}): ReactNode {
  const t = useMessages(studiesMessages);
  const formats = useFormats();
  const { today } = useConsoleState();
  return (
    <DenseTable
      caption={title}
      rows={cases}
      rowKey={({ code, signalDate }) => `${code} ${signalDate}`}
      columns={[
        {
          key: 'stock',
          head: title,
          cell: ({ code, signalDate }) => (
            <Link className="code" href={chartOf(code, signalDate)}>
              {code}
            </Link>
          ),
        },
        { key: 'day', head: t.signalDate, numeric: true, cell: ({ signalDate }) => formats.day(signalDate, today) },
        {
          key: 'excess',
          head: t.excess(horizon),
          numeric: true,
          cell: ({ excessPct }) => formats.change(excessPct, 1),
        },
      ]}
    />
  );
}

/** The page of a stock, its chart at a day. */
export function chartOf(code: string, day: string): string {
  return `/market/stocks/${code}?day=${day}`;
}
