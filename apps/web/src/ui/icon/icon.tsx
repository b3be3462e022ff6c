import type { ReactNode, SVGProps } from 'react';

/** `size` is in px, 20 by default. Decorative: the name belongs to the surrounding button. */
export interface IconProps extends Omit<SVGProps<SVGSVGElement>, 'children'> {
  size?: number;
}

/** A 24 × 24 drawing in the line style of all icons. */
function LineIcon({ size = 20, ...rest }: IconProps & { children: ReactNode }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.75}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
      {...rest}
    />
  );
}

// Marked so that the build drops unused icons.
/* @__NO_SIDE_EFFECTS__ */
export function icon(drawing: ReactNode) {
  return (props: IconProps) => <LineIcon {...props}>{drawing}</LineIcon>;
}

/* @__NO_SIDE_EFFECTS__ */
export const drawnLine = (path: string) => <path d={path} />;

export const ArrowDownIcon = icon(drawnLine('M12 5v14m-6-6 6 6 6-6'));
export const ArrowUpIcon = icon(drawnLine('M12 19V5m-6 6 6-6 6 6'));
export const CameraIcon = icon(
  <>
    <path d="M8.5 6.5 10 4h4l1.5 2.5H18a2.5 2.5 0 0 1 2.5 2.5v8a2.5 2.5 0 0 1-2.5 2.5H6A2.5 2.5 0 0 1 3.5 17V9A2.5 2.5 0 0 1 6 6.5z" />
    <circle cx="12" cy="12.75" r="3.25" />
  </>,
);
export const CheckIcon = icon(drawnLine('m5 12.5 4.5 4.5L19 7.5'));
export const ChevronLeftIcon = icon(drawnLine('m14.5 6-6 6 6 6'));
export const ChevronRightIcon = icon(drawnLine('m9.5 6 6 6-6 6'));
export const CloseIcon = icon(drawnLine('m6 6 12 12M18 6 6 18'));
export const CollapseIcon = icon(drawnLine('M4 14h6v6m0-6-6 6m16-10h-6V4m0 6 6-6'));
export const CopyIcon = icon(
  <>
    <rect x="8.5" y="8.5" width="12" height="12" rx="2.5" />
    <path d="M15.5 5.5a2 2 0 0 0-2-2h-8a2 2 0 0 0-2 2v8a2 2 0 0 0 2 2" />
  </>,
);
export const DocumentIcon = icon(
  drawnLine('M14 3H7a2 2 0 0 0-2 2v14a2 2 0 0 0 2 2h10a2 2 0 0 0 2-2V8zm0 0v5h5M9 13h6m-6 4h4'),
);
export const DownloadIcon = icon(drawnLine('M12 4v11m-5-5 5 5 5-5M4.5 20h15'));
export const EditIcon = icon(drawnLine('M4.5 19.5l1-4L16 5a2.1 2.1 0 0 1 3 3L8.5 18.5zM14 7l3 3'));
export const MediaIcon = icon(
  <>
    <rect x="3.5" y="4.5" width="17" height="15" rx="2.5" />
    <circle cx="9" cy="10" r="1.5" />
    <path d="m4 17.5 5-4.5 3 2.5 4-4 4.5 4" />
  </>,
);
export const MoreIcon = icon(
  <g fill="currentColor" stroke="none">
    <circle cx="5.5" cy="12" r="1.6" />
    <circle cx="12" cy="12" r="1.6" />
    <circle cx="18.5" cy="12" r="1.6" />
  </g>,
);
export const PlusIcon = icon(drawnLine('M12 5v14m-7-7h14'));
export const DarkIcon = icon(drawnLine('M19.5 14.5A8 8 0 0 1 9.5 4.5a8 8 0 1 0 10 10'));
export const LightIcon = icon(
  <>
    <circle cx="12" cy="12" r="4" />
    <path d="M12 3v1.5m0 15V21M3 12h1.5m15 0H21M5.6 5.6l1 1m10.8 10.8 1 1m0-12.8-1 1M6.6 17.4l-1 1" />
  </>,
);
export const DeviceIcon = icon(
  <>
    <rect x="3.5" y="4.5" width="17" height="11.5" rx="2" />
    <path d="M9 20h6m-3-4v4" />
  </>,
);
export const KeyboardIcon = icon(
  <>
    <rect x="2.5" y="6" width="19" height="12.5" rx="2.5" />
    <path d="M6.5 10h.01m3.65 0h.01m3.65 0h.01m3.65 0h.01M8.5 14.5h7" />
  </>,
);
/** A circle, half of it dark. */
export const AppearanceIcon = icon(
  <>
    <circle cx="12" cy="12" r="8.5" />
    <path d="M12 3.5a8.5 8.5 0 0 1 0 17z" fill="currentColor" />
  </>,
);
export const QueueIcon = icon(drawnLine('M4 6.5h16M4 12h9m-9 5.5h9m5-6v8m-4-4h8'));
export const RetryIcon = icon(drawnLine('M19.5 12a7.5 7.5 0 1 1-2.2-5.3L19.5 9m0-5v5h-5'));
export const SearchIcon = icon(
  <>
    <circle cx="10.75" cy="10.75" r="6.25" />
    <path d="m15.5 15.5 4.5 4.5" />
  </>,
);
export const SendIcon = icon(drawnLine('M12 20V4.5m-6.5 6.5L12 4.5l6.5 6.5'));
export const SettingsIcon = icon(
  <>
    <path d="M3.5 7.5h9m5 0h3m-17 9h3m5 0h9" />
    <circle cx="15" cy="7.5" r="2.5" />
    <circle cx="9" cy="16.5" r="2.5" />
  </>,
);
export const ShareIcon = icon(
  drawnLine(
    'M12 15V3.5M8 7l4-3.5L16 7m-8.5 4H7a2 2 0 0 0-2 2v5.5a2 2 0 0 0 2 2h10a2 2 0 0 0 2-2V13a2 2 0 0 0-2-2h-.5',
  ),
);
export const TrashIcon = icon(
  drawnLine(
    'M4.5 7h15M9.5 7V5a1.5 1.5 0 0 1 1.5-1.5h2A1.5 1.5 0 0 1 14.5 5v2m3 0-.7 11.6a2 2 0 0 1-2 1.9H9.2a2 2 0 0 1-2-1.9L6.5 7m3.75 4v5.5m3.5-5.5v5.5',
  ),
);
export const StopIcon = icon(<rect x="7" y="7" width="10" height="10" rx="2" fill="currentColor" />);
export const UndoIcon = icon(drawnLine('M8.5 5 4 9.5 8.5 14M4 9.5h10.25a5.25 5.25 0 0 1 0 10.5H9'));
