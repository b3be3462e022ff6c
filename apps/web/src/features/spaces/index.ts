export { JoinPage } from './join-page.tsx';
export { RoomPage } from './room/room-page.tsx';
export { SpacesPage } from './spaces-page.tsx';
