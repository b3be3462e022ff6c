export {
  answerInvitation,
  archiveSpace,
  cancelSession,
  changeRole,
  changeSpace,
  deleteSpace,
  handOver,
  inviteFriend,
  joinSpace,
  leaveSpace,
  liftBan,
  makeLink,
  mute,
  removeMember,
  reportInSpace,
  revokeInvitation,
  setNotify,
  setTellsWaiting,
} from './actions.ts';
export { AiNotice, aiNoticeSeen, useAiNoticeSeen } from './ai-notice.tsx';
export { calendarFile } from './calendar.ts';
export { ChangeSession } from './change-session.tsx';
export { countWords, peopleWords } from './count-words.ts';
export { linkOf } from './invitation-code.ts';
export { JoinSpace } from './join-space.tsx';
export { JoiningName } from './joining-name.tsx';
export { markNotificationsRead, markRead, markSeen, readElsewhere } from './mark-read.ts';
export { onLeft } from './membership.ts';
export { NewSpace } from './new-space.tsx';
export { notifyChoices } from './notify-choices.ts';
export { deleteOwnPosts, ownPosts } from './own-posts.ts';
export {
  freshFor,
  ownSpaces,
  publicSpaces,
  receivedInvitations,
  refetchSpaces,
  sentInvitations,
  spaceByCode,
  spaceNotifications,
  spaceQuery,
  spacesKey,
  upcomingSessions,
} from './queries.ts';
export { ScheduleSession } from './schedule-session.tsx';
export { storedRoom } from './stored-room.ts';
export { joiningAs, visibilities } from './visibilities.ts';
export { watchSpaces, watchUnsentPosts } from './watch.ts';
