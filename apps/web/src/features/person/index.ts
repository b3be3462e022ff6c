export { Answered } from './answered.tsx';
export type { Concern } from './concern.ts';
export { ConcernDialog } from './concern-dialog.tsx';
export { Failed } from './failed.tsx';
export { FriendActions } from './friend-actions.tsx';
export {
  blockedUsers,
  friendLink,
  friendStatus,
  friends,
  incomingRequests,
  linkOwner,
  sentRequests,
} from './friends.ts';
export { friendshipWords } from './friendship-words.ts';
export { changePassword, type MissingField, meChanged, missingFrom, updateMe } from './me.ts';
export { isRefused, ModelError, reasonOf } from './model-error.ts';
export { nameOf } from './name.ts';
export { orToast } from './or-toast.ts';
export { uploadImage, uploadProfilePicture } from './own-images.ts';
export { PeopleFound } from './people-found.tsx';
export { personAddress } from './person-address.ts';
export { PersonLink } from './person-link.tsx';
export { PersonList } from './person-list.tsx';
export { PersonMenu } from './person-menu.tsx';
export {
  answerRequest,
  block,
  renewFriendLink,
  reportUser,
  sendFriendRequest,
  unblock,
  unfriend,
} from './relations.ts';
export { watchRequests } from './request-watch.ts';
export { partly, userSearch } from './search-users.ts';
export { smallPicture } from './small-picture.ts';
export { soughtIn } from './sought-in.ts';
export { NobodyFound, userById, userByUsername } from './user.ts';
export { sendVerificationEmail, verifyEmail } from './verification.ts';
export { getWaiver, setWaiver } from './waiver.ts';
