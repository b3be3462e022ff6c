import { listenersOf } from '../../lib/state/listeners.ts';

const requests = listenersOf<[]>();
/** Makes the title on the page editable. */
export const requestRename = requests.dispatch;
export const onRenameRequested = requests.add;
