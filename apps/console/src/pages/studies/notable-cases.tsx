import type { ReactNode } from 'react';
import { useConsoleState } from '../../api/console-state';
import { useFormats } from '../../i18n/formats';
import { useMessages } from '../../i18n/messages';
import { DenseTable } from '../../parts/dense-table';
import { CaseStock } from './case-stock';
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
          cell: ({ code, stockName, signalDate }) => <CaseStock code={code} name={stockName} day={signalDate} />,
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
