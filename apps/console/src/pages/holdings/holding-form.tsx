import { Button, NumberInput } from '@mantine/core';
import type { ReactNode, SubmitEvent } from 'react';
import { useConsoleState } from '../../api/console-state';
import { DayField } from '../../parts/day-field';
import { useMessages } from '../../i18n/messages';
import { StockField } from '../settings/stock-field';
import { holdingsMessages } from './holdings-messages';
import styles from './holdings.module.css';
import type { Holding } from './sort-holdings';

export const COST_DECIMALS = 3;

/** A holding as it is being filled in. */
export interface TypedHolding {
  readonly code: string | null;
  readonly quantity: number | null;
  readonly cost: number | null;
  readonly openedAt: string;
}

export const NOTHING_TYPED: TypedHolding = { code: null, quantity: null, cost: null, openedAt: '' };

/** What to fill in to change a holding. */
export function toTyped({ code, quantity, avgCost, openedAt }: Holding): TypedHolding {
  return { code, quantity, cost: avgCost, openedAt: openedAt ?? '' };
}

/** Enters a holding, or changes one. */
export function HoldingForm({
  typed,
  onTyped,
  onSave,
}: {
  typed: TypedHolding;
  onTyped: (typed: TypedHolding) => void;
  onSave: () => void;
}): ReactNode {
  const t = useMessages(holdingsMessages);
  const { today } = useConsoleState();
  const save = (event: SubmitEvent): void => {
    event.preventDefault();
    onSave();
  };
  return (
    <form className={styles.line} onSubmit={save}>
      <StockField value={typed.code} onChange={(code) => onTyped({ ...typed, code })} />
      <NumberInput
        label={t.quantity}
        min={0}
        value={typed.quantity ?? ''}
        onChange={(value) => onTyped({ ...typed, quantity: typeof value === 'number' ? value : null })}
      />
      <NumberInput
        label={t.avgCost}
        decimalScale={COST_DECIMALS}
        value={typed.cost ?? ''}
        onChange={(value) => onTyped({ ...typed, cost: typeof value === 'number' ? value : null })}
      />
      <DayField
        label={t.openedAt}
        max={today}
        value={typed.openedAt}
        onDay={(openedAt) => onTyped({ ...typed, openedAt })}
      />
      <Button type="submit" disabled={typed.code === null || typed.quantity === null}>
        {t.saveHolding}
      </Button>
    </form>
  );
}
