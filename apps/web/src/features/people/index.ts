export { BefriendPage } from './befriend-page.tsx';
export { CommunityPage } from './community-page.tsx';
export { PersonPage } from './person-page.tsx';
