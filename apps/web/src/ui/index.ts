// What a first screen may use. What must not be part of one, because it stands on Base UI or only a later page has a use
// for it, has a door of its own: ui/dialog, ui/combobox, ui/crop… Import those from lazily loaded code only.
export { Avatar } from './avatar/avatar.tsx';
export { Button } from './button/button.tsx';
export { ButtonLink } from './button/button-link.tsx';
export { IconButton } from './button/icon-button.tsx';
export { TextButton } from './button/text-button.tsx';
export { classes } from './classes.ts';
export { Disclosure } from './disclosure/disclosure.tsx';
export { EmptyState } from './empty-state/empty-state.tsx';
export { MaskedField } from './field/masked-field.tsx';
export { TextField } from './field/text-field.tsx';
export { Header } from './header/header.tsx';
export { Wordmark } from './header/wordmark.tsx';
export { HoverCard } from './hover-card/hover-card.tsx';
export { HoverPanel } from './hover-card/hover-panel.tsx';
export * from './icon/icon.tsx';
export { Menu } from './menu/menu.tsx';
export { NarrowPage } from './narrow-page/narrow-page.tsx';
export { Notice } from './notice/notice.tsx';
export { Popover } from './popover/popover.tsx';
export { SkipLink } from './skip-link/skip-link.tsx';
export { Snake } from './snake/snake.tsx';
export { ThreeDots } from './snake/three-dots.tsx';
export { Spoken } from './spoken/spoken.tsx';
export { type Toast, toast } from './toast/toast.ts';
export { Toasts } from './toast/toasts.tsx';
export { ToggleGroup } from './toggle-group/toggle-group.tsx';
export { useOpening } from './use-opening.ts';
