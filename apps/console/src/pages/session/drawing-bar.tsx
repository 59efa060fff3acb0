import { ActionIcon, Menu } from '@mantine/core';
import { IconLine, IconList, IconMinus, IconRectangle, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { type Drawing, DRAWING_KINDS, type DrawingKind } from '../../chart/shapes/drawing';
import { useFormats } from '../../i18n/formats';
import { useMessages } from '../../i18n/messages';
import { drawingMessages } from './drawing-messages';
import styles from './chart-panel.module.css';

const ICONS = { trend_line: IconLine, range_box: IconRectangle, price_line: IconMinus } as const;
const BUTTON_PX = 26;
const ICON_PX = 15;

interface DrawingBarProps {
  readonly items: readonly Drawing[];
  readonly tool: DrawingKind | null;
  readonly selected: number | null;
  readonly onTool: (tool: DrawingKind | null) => void;
  readonly onSelect: (id: number | null) => void;
  readonly onRemove: (id: number) => void;
}

/** The tools that draw on the chart, a list of what is drawn, to select it without a mouse, and the end of it. */
export function DrawingBar({ items, tool, selected, onTool, onSelect, onRemove }: DrawingBarProps): ReactNode {
  const t = useMessages(drawingMessages);
  return (
    <div className={styles.tools} role="group" aria-label={t.tools}>
      {DRAWING_KINDS.map((kind) => {
        const Icon = ICONS[kind];
        return (
          <ActionIcon
            key={kind}
            variant={tool === kind ? 'filled' : 'default'}
            size={BUTTON_PX}
            aria-pressed={tool === kind}
            aria-label={t.name(kind)}
            title={t.hint(kind)}
            onClick={() => onTool(tool === kind ? null : kind)}
          >
            <Icon size={ICON_PX} aria-hidden="true" />
          </ActionIcon>
        );
      })}
      {items.length > 0 && <DrawingList items={items} selected={selected} onSelect={onSelect} />}
      {selected !== null && (
        <ActionIcon
          variant="default"
          size={BUTTON_PX}
          aria-label={t.remove}
          title={`${t.remove} (Delete)`}
          onClick={() => onRemove(selected)}
        >
          <IconTrash size={ICON_PX} aria-hidden="true" />
        </ActionIcon>
      )}
    </div>
  );
}

function DrawingList({
  items,
  selected,
  onSelect,
}: Pick<DrawingBarProps, 'items' | 'selected' | 'onSelect'>): ReactNode {
  const t = useMessages(drawingMessages);
  const formats = useFormats();
  const describe = ({ kind, fromDate, fromPrice, toDate }: Drawing): string =>
    [t.name(kind), toDate === null ? formats.price(fromPrice) : `${fromDate.slice(5)} – ${toDate.slice(5)}`].join(' ');
  return (
    <Menu position="right-start" shadow="md">
      <Menu.Target>
        <ActionIcon
          variant="default"
          size={BUTTON_PX}
          aria-label={t.choose(items.length)}
          title={t.choose(items.length)}
        >
          <IconList size={ICON_PX} aria-hidden="true" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {items.map((drawing) => (
          <Menu.Item
            key={drawing.id}
            aria-current={drawing.id === selected || undefined}
            onClick={() => onSelect(drawing.id)}
          >
            {describe(drawing)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
