import { type DragEvent, useState } from 'react';

const type = 'application/x-polylogue-conversations';

/** Begins to drag conversations, which a folder takes. */
export function dragConversations({ dataTransfer }: DragEvent, ids: readonly string[]): void {
  dataTransfer.setData(type, JSON.stringify(ids));
  dataTransfer.effectAllowed = 'copyMove';
}

/** For what takes conversations that are dropped on it. */
export function useConversationDrop(onDropped: (ids: readonly string[]) => void) {
  const [isOver, setOver] = useState(false);
  return {
    isOver,
    target: {
      onDragOver(event: DragEvent) {
        if (!event.dataTransfer.types.includes(type)) return;
        event.preventDefault();
        event.dataTransfer.dropEffect = 'move';
        setOver(true);
      },
      onDragLeave({ currentTarget, relatedTarget }: DragEvent) {
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(false);
      },
      onDrop(event: DragEvent) {
        setOver(false);
        const ids = idsIn(event.dataTransfer.getData(type));
        if (ids.length === 0) return;
        event.preventDefault();
        onDropped(ids);
      },
    },
  };
}

/** Another page may have put anything there. */
function idsIn(dropped: string): string[] {
  try {
    const ids: unknown = JSON.parse(dropped);
    return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : [];
  } catch {
    return [];
  }
}
