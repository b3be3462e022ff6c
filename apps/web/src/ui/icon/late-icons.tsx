// Icons that a new chat does not show: they come with what does.
import { drawnLine, icon } from './icon.tsx';

export const ArchiveIcon = icon(
  <>
    <rect x="3.5" y="4.5" width="17" height="4.5" rx="1.25" />
    <path d="M5 9v8.5A2 2 0 0 0 7 19.5h10a2 2 0 0 0 2-2V9m-9 4h4" />
  </>,
);
export const CalendarIcon = icon(
  <>
    <rect x="3.5" y="5" width="17" height="15.5" rx="2.5" />
    <path d="M3.5 10h17M8 3v4m8-4v4" />
  </>,
);
export const ChevronDownIcon = icon(drawnLine('m6 9.5 6 6 6-6'));
export const EyeIcon = icon(
  <>
    <path d="M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12z" />
    <circle cx="12" cy="12" r="2.75" />
  </>,
);
export const EyeOffIcon = icon(
  drawnLine(
    'M9.5 5.9A8.6 8.6 0 0 1 12 5.5c6 0 9.5 6.5 9.5 6.5a17 17 0 0 1-2.6 3.3M6.3 7.4A16 16 0 0 0 2.5 12S6 18.5 12 18.5a8.7 8.7 0 0 0 4.6-1.3M3.5 3.5l17 17',
  ),
);
export const FolderIcon = icon(
  drawnLine('M3.5 18V6.5a1 1 0 0 1 1-1h5l2 2.5h8a1 1 0 0 1 1 1v9a1 1 0 0 1-1 1h-15a1 1 0 0 1-1-1z'),
);
export const FlagIcon = icon(drawnLine('M5.5 21V4m0 .75h11.5l-2.25 4 2.25 4H5.5'));
export const PauseIcon = icon(drawnLine('M9 6v12m6-12v12'));
export const PinIcon = icon(drawnLine('M9 4h6l-.75 6.5L17.5 14h-11l3.25-3.5zM12 14v6'));
export const PlaceIcon = icon(
  drawnLine(
    'M12 21s-6.5-5.6-6.5-11a6.5 6.5 0 0 1 13 0c0 5.4-6.5 11-6.5 11m0-8.75a2.25 2.25 0 1 0 0-4.5 2.25 2.25 0 0 0 0 4.5',
  ),
);
export const PlayIcon = icon(drawnLine('M8 5.5v13l10.5-6.5z'));
export const ReplyIcon = icon(drawnLine('M9.5 6 4.5 11l5 5m-5-5H13a6.5 6.5 0 0 1 6.5 6.5V19'));
export const ChatSettingsIcon = icon(
  drawnLine(
    'M4 18.5V6.5A2.5 2.5 0 0 1 6.5 4h11A2.5 2.5 0 0 1 20 6.5v7a2.5 2.5 0 0 1-2.5 2.5H7.5zM8.5 8.5h7m-7 3.5h4',
  ),
);
export const SmileIcon = icon(
  <>
    <circle cx="12" cy="12" r="8.25" />
    <path d="M8.5 14a4 4 0 0 0 7 0M9.25 9.5v.5m5.5-.5v.5" />
  </>,
);
export const SpaceIcon = icon(
  <>
    <circle cx="12" cy="13" r="2.5" fill="currentColor" stroke="none" />
    <circle cx="12" cy="4.5" r="2.75" />
    <circle cx="4.5" cy="17.5" r="2.75" />
    <circle cx="19.5" cy="17.5" r="2.75" />
  </>,
);
export const TorchIcon = icon(
  drawnLine(
    'M12 3.5c.5 3.5 5 5 5 10a5 5 0 0 1-10 0c0-2.25 1-3.5 2-4.5.25 1.5 1 2 1.5 2.25 0-3.25-.25-5.25 1.5-7.75',
  ),
);
export const SparkIcon = icon(drawnLine('M12 3.5 14 10l6.5 2-6.5 2-2 6.5-2-6.5-6.5-2 6.5-2z'));
export const WrapIcon = icon(
  drawnLine('M4 6h16M4 12h12.5a3.5 3.5 0 0 1 0 7H12m2.5-2.75L11.75 19l2.75 2.75M4 18.5h4'),
);
