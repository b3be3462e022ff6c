import { IconButton, Menu, type MenuItem, MoreIcon } from '../../../../ui/index.ts';

/** The less common actions on a message, for which the row has no room. One alone needs no menu. */
export function MoreMenu({ items }: { items: readonly MenuItem[] }) {
  const [first, ...others] = items;
  if (!first) return null;
  if (others.length > 0) return <Menu label="More" small icon={<MoreIcon size={16} />} items={items} />;
  return (
    <IconButton small label={first.label} disabled={first.disabled} onClick={() => first.act()}>
      {first.icon}
    </IconButton>
  );
}
