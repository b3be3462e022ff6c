export { ConversationDrawing } from '../../../ui/empty-state/index.ts';
export { savingStatus } from '../../sync/index.ts';
export { SuggestionList } from './suggestion-list.tsx';
export { TemporarySwitch } from './temporary-switch.tsx';
