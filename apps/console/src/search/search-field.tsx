import { TextInput, type TextInputProps } from '@mantine/core';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import styles from './search-field.module.css';

export interface Choice {
  readonly key: string;
  readonly label: ReactNode;
  /** What taking it does, if that is not plain. */
  readonly hint?: string;
  readonly take: () => void;
}

export interface ChoiceGroup {
  readonly title?: string;
  readonly choices: readonly Choice[];
}

export interface SearchFieldProps extends Pick<
  TextInputProps,
  'label' | 'aria-label' | 'placeholder' | 'size' | 'className' | 'rightSection'
> {
  readonly typed: string;
  readonly onTyped: (typed: string) => void;
  readonly groups: readonly ChoiceGroup[];
  /** Whether the choices are those of what is typed; Enter waits until they are. */
  readonly settled: boolean;
  /** The name of the list. */
  readonly listName: string;
  /** Said if nothing fits. */
  readonly nothing?: string;
  /** Takes the focus, also inside of a dialog. */
  readonly focused?: boolean;
  /** Over what follows, instead of pushing it down. */
  readonly floating?: boolean;
}

/**
 * A field with its choices below: the first is selected as soon as it is there, ↑↓ select another, Enter takes it. An Enter
 * before the choices of what is typed are there takes the first of them when they come; never one of the text before.
 */
export function SearchField(props: SearchFieldProps): ReactNode {
  const { typed, onTyped, groups, settled, listName, nothing, focused = false, floating = false, ...field } = props;
  const listId = useId();
  const [at, setAt] = useState(0);
  const entered = useRef(false);
  const choices = groups.flatMap((group) => group.choices);
  const selected = Math.min(at, choices.length - 1);
  const [first] = choices;

  useEffect(() => {
    if (!entered.current || !settled) return;
    entered.current = false;
    first?.take();
  }, [settled, first]);

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown') setAt(selected + 1 < choices.length ? selected + 1 : 0);
    else if (event.key === 'ArrowUp') setAt(selected > 0 ? selected - 1 : choices.length - 1);
    else if (event.key === 'Enter' && !settled) entered.current = true;
    else if (event.key === 'Enter' && choices.length > 0) choices[selected]?.take();
    else return;
    event.preventDefault();
  };
  return (
    <div className={styles.search} data-floating={floating || undefined}>
      <TextInput
        {...field}
        role="combobox"
        aria-expanded={choices.length > 0}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={choices.length > 0 ? `${listId}-${selected}` : undefined}
        autoComplete="off"
        data-autofocus={focused || undefined}
        value={typed}
        onChange={({ currentTarget: { value } }) => {
          setAt(0);
          entered.current = false;
          onTyped(value);
        }}
        onKeyDown={onKeyDown}
      />
      {choices.length > 0 && (
        <ChoiceList id={listId} name={listName} groups={groups} selected={selected} settled={settled} />
      )}
      {choices.length === 0 && settled && nothing !== undefined && typed.trim() !== '' && (
        <p className={styles.nothing} role="status">
          {nothing}
        </p>
      )}
    </div>
  );
}

function ChoiceList({
  id,
  name,
  groups,
  selected,
  settled,
}: {
  id: string;
  name: string;
  groups: readonly ChoiceGroup[];
  /** The index of a choice among those of all groups. */
  selected: number;
  settled: boolean;
}): ReactNode {
  const choices = groups.flatMap((group) => group.choices);
  return (
    <div id={id} role="listbox" aria-label={name} className={styles.found} data-late={!settled || undefined}>
      {groups
        .filter((group) => group.choices.length > 0)
        .map((group) => (
          <div key={group.title ?? ''} role="group" aria-label={group.title ?? name}>
            {group.title !== undefined && (
              <div className={styles.title} aria-hidden="true">
                {group.title}
              </div>
            )}
            {group.choices.map((choice) => {
              const index = choices.indexOf(choice);
              return (
                <div
                  key={choice.key}
                  id={`${id}-${index}`}
                  ref={index === selected ? scrollToChoice : undefined}
                  role="option"
                  tabIndex={-1}
                  aria-selected={index === selected}
                  className={styles.choice}
                  onMouseDown={(event) => {
                    // The field keeps the focus.
                    event.preventDefault();
                    choice.take();
                  }}
                >
                  <span>{choice.label}</span>
                  {choice.hint !== undefined && <span className={styles.hint}>{choice.hint}</span>}
                </div>
              );
            })}
          </div>
        ))}
    </div>
  );
}

function scrollToChoice(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' });
}
