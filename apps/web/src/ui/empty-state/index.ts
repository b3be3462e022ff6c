export {
  ActivityDrawing,
  BellDrawing,
  BlockedDrawing,
  FilesDrawing,
  OwnLinkDrawing,
  PeopleDrawing,
  SearchDrawing,
  SpaceDrawing,
  TornDrawing,
} from './drawings.tsx';
