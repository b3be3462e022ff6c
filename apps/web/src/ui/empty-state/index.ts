export {
  ActivityDrawing,
  BellDrawing,
  BlockedDrawing,
  ConversationDrawing,
  FilesDrawing,
  OwnLinkDrawing,
  PeopleDrawing,
  SearchDrawing,
  SpaceDrawing,
  TornDrawing,
} from './drawings.tsx';
