export { RoomPage } from './room/room-page.tsx';
export { SpacesPage } from './spaces-page.tsx';
