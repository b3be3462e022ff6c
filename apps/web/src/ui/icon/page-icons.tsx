// Icons of the frame and of what members' pages share, which come with it.
import { drawnLine, icon } from './icon.tsx';

export const BellIcon = icon(
  drawnLine('M6 16.5V11a6 6 0 0 1 12 0v5.5l1.5 1.5h-15zm4 4.25a2.5 2.5 0 0 0 4 0'),
);
/** Bars of a chart. */
export const ChartIcon = icon(drawnLine('M4.5 20h15M7 16v-5m5 5V5m5 11V9'));
export const ChatIcon = icon(
  drawnLine('M4 18.5V6.5A2.5 2.5 0 0 1 6.5 4h11A2.5 2.5 0 0 1 20 6.5v7a2.5 2.5 0 0 1-2.5 2.5H7.5z'),
);
export const HomeIcon = icon(
  drawnLine('m3.5 11.5 8.5-7.5 8.5 7.5M5.75 9.75v9.75h12.5V9.75M10 19.5V14h4v5.5'),
);
export const MenuIcon = icon(drawnLine('M4 7h16M4 12h16M4 17h16'));
export const SidebarIcon = icon(
  <>
    <rect x="3.5" y="4.5" width="17" height="15" rx="2.5" />
    <path d="M9.5 4.5v15" />
  </>,
);
export const PersonIcon = icon(drawnLine('M12 12.5a4 4 0 1 0 0-8 4 4 0 0 0 0 8m-7.5 8a7.5 7.5 0 0 1 15 0'));
export const KeyIcon = icon(
  <>
    <circle cx="7.5" cy="12" r="4" />
    <path d="M11.5 12h9v3.5M16.5 12v3" />
  </>,
);
export const SignOutIcon = icon(
  drawnLine('M14 4H6.5A2.5 2.5 0 0 0 4 6.5v11A2.5 2.5 0 0 0 6.5 20H14M10 12h10.5m-4-4 4 4-4 4'),
);
