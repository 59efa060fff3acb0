import { Button, CloseButton, Popover, TextInput } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useFormats } from '../../i18n/formats';
import { useMessages } from '../../i18n/messages';
import type { SavedView } from './saved-views';
import { sessionCountOptions } from './session-pages';
import { sessionsMessages } from './sessions-messages';
import styles from './sessions.module.css';

/** The first views, which everybody has. */
export function useFirstViews(): readonly SavedView[] {
  const t = useMessages(sessionsMessages);
  return [
    { name: t.viewOpen, search: '' },
    { name: t.viewDue, search: 'review_due=due&sort=next_review_at&order=asc' },
    { name: t.watchlist, search: 'user_scope=watchlist_only' },
    { name: t.positions, search: 'user_scope=position_only' },
  ];
}

/** Named addresses of the list, with how many sessions each has; the keys 1…9 lead there. */
export function ViewsBar({
  views,
  own,
  search,
  onView,
  onSave,
  onRemove,
}: {
  views: readonly SavedView[];
  /** From this index on they are the user's. */
  own: number;
  /** The address that is shown. */
  search: string;
  onView: (view: SavedView) => void;
  onSave: (name: string) => void;
  onRemove: (name: string) => void;
}): ReactNode {
  const t = useMessages(sessionsMessages);
  const formats = useFormats();
  const counts = useQueries({ queries: views.map((view) => sessionCountOptions(view.search)) });
  return (
    <div className={styles.views} role="group" aria-label={t.views}>
      {views.map((view, at) => (
        <span key={`${at}-${view.name}`} style={{ display: 'inline-flex', alignItems: 'center' }}>
          <button
            type="button"
            className={styles.view}
            aria-pressed={view.search === search}
            title={at < 9 ? `${at + 1}` : undefined}
            onClick={() => onView(view)}
          >
            {view.name} <span className="figure">{formats.count(counts[at]?.data)}</span>
          </button>
          {at >= own && view.search === search && (
            <CloseButton size="xs" aria-label={t.removeView(view.name)} onClick={() => onRemove(view.name)} />
          )}
        </span>
      ))}
      {views.every((view) => view.search !== search) && <SaveView onSave={onSave} />}
    </div>
  );
}

function SaveView({ onSave }: { onSave: (name: string) => void }): ReactNode {
  const t = useMessages(sessionsMessages);
  const [open, setOpen] = useState(false);
  const [name, setName] = useState('');
  return (
    <Popover opened={open} onChange={setOpen} position="bottom-start" trapFocus returnFocus>
      <Popover.Target>
        <button type="button" className={styles.view} onClick={() => setOpen(!open)}>
          + {t.saveView}
        </button>
      </Popover.Target>
      <Popover.Dropdown>
        <form
          className={styles.bar}
          onSubmit={(event) => {
            event.preventDefault();
            if (name.trim() === '') return;
            onSave(name);
            setOpen(false);
            setName('');
          }}
        >
          <TextInput
            aria-label={t.viewName}
            placeholder={t.viewName}
            maxLength={20}
            data-autofocus
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Button type="submit">{t.save}</Button>
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}
