import { ActionIcon, NativeSelect } from '@mantine/core';
import { IconLine, IconMinus, IconRectangle, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { type Drawing, DRAWING_KINDS, type DrawingKind } from '../../chart/shapes/drawing';
import { useFormats } from '../../i18n/formats';
import { useMessages } from '../../i18n/messages';
import { drawingMessages } from './drawing-messages';
import styles from './chart-panel.module.css';

const ICONS = { trend_line: IconLine, range_box: IconRectangle, price_line: IconMinus } as const;

/** The tools that draw on the chart, and a list of what is drawn: to select it without a mouse, and to delete it. */
export function DrawingBar({
  items,
  tool,
  selected,
  onTool,
  onSelect,
  onRemove,
}: {
  items: readonly Drawing[];
  tool: DrawingKind | null;
  selected: number | null;
  onTool: (tool: DrawingKind | null) => void;
  onSelect: (id: number | null) => void;
  onRemove: (id: number) => void;
}): ReactNode {
  const t = useMessages(drawingMessages);
  const formats = useFormats();
  const describe = ({ kind, fromDate, fromPrice, toDate }: Drawing): string =>
    [t.name(kind), toDate === null ? formats.price(fromPrice) : `${fromDate.slice(5)} – ${toDate.slice(5)}`].join(' ');
  return (
    <div className={styles.tools} role="group" aria-label={t.tools}>
      {DRAWING_KINDS.map((kind) => {
        const Icon = ICONS[kind];
        return (
          <ActionIcon
            key={kind}
            variant={tool === kind ? 'filled' : 'default'}
            size={26}
            aria-pressed={tool === kind}
            aria-label={t.name(kind)}
            title={`${t.name(kind)}：${t.hint(kind)}`}
            onClick={() => onTool(tool === kind ? null : kind)}
          >
            <Icon size={15} aria-hidden="true" />
          </ActionIcon>
        );
      })}
      {items.length > 0 && (
        <NativeSelect
          aria-label={t.choose}
          value={selected ?? ''}
          onChange={({ currentTarget: { value } }) => onSelect(value === '' ? null : Number(value))}
          data={[
            { value: '', label: t.none(items.length) },
            ...items.map((drawing) => ({ value: String(drawing.id), label: describe(drawing) })),
          ]}
        />
      )}
      {selected !== null && (
        <ActionIcon
          variant="default"
          size={26}
          aria-label={t.remove}
          title={`${t.remove} (Delete)`}
          onClick={() => onRemove(selected)}
        >
          <IconTrash size={15} aria-hidden="true" />
        </ActionIcon>
      )}
    </div>
  );
}
