export { BefriendPage } from './befriend-page.tsx';
export { CommunityPage } from './community-page.tsx';
export { PersonPage } from './person-page.tsx';
export { ProfilePage } from './profile-page.tsx';
