export { nameOf } from '@polylogue/sync/person-name';
export { Failed } from './failure/failed.tsx';
export { isRefused, isUnanswered, ModelError, orFail, reasonOf, waitOf } from './failure/model-error.ts';
export { orToast } from './failure/or-toast.ts';
export { QueryResult } from './failure/query-result.tsx';
export { FormEnd } from './form-end.tsx';
export { changePassword, type MissingField, meChanged, missingFields, updateMe } from './me/me.ts';
export { uploadImage, uploadProfilePicture } from './me/own-images.ts';
export { sendVerificationEmail, verifyEmail } from './me/verification.ts';
export { acceptWaiver, checkWaiver, WaiverText, waiverShown } from './me/waiver.tsx';
export { AskedPersonAction } from './person-actions/asked-person-action.tsx';
export type { PersonAction } from './person-actions/person-action.ts';
export { PersonActionDialog } from './person-actions/person-action-dialog.tsx';
export { ReportDialog } from './person-actions/report-dialog.tsx';
export {
  blockedUsers,
  friendLink,
  friendStatus,
  friends,
  incomingRequests,
  linkOwner,
  sentRequests,
} from './relation/friends.ts';
export { friendshipWords } from './relation/friendship-words.ts';
export {
  answerRequest,
  block,
  renewFriendLink,
  reportUser,
  sendFriendRequest,
  unblock,
  unfriend,
} from './relation/relations.ts';
export { checkRequests, watchRequests } from './relation/request-watch.ts';
export { notifyTabs, onBlocksChanged, onSpacesChanged } from './relation/tabs.ts';
export { personAddress } from './user/person-address.ts';
export { searchText } from './user/search-text.ts';
export { partly, userSearch } from './user/search-users.ts';
export { smallPicture } from './user/small-picture.ts';
export { UserNotFound, userById, userByUsername } from './user/user.ts';
export { FriendActions } from './view/friend-actions.tsx';
export { PeopleFound } from './view/people-found.tsx';
export { PersonLink } from './view/person-link.tsx';
export { PersonList } from './view/person-list.tsx';
export { PersonMenu } from './view/person-menu.tsx';
