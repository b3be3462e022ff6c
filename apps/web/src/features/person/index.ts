export {
  blockedUsers,
  friendLink,
  friendStatus,
  friends,
  incomingRequests,
  linkOwner,
  sentRequests,
} from './friends.ts';
export { changePassword, type MissingField, missingFrom, updateMe } from './me.ts';
export { isRefused, ModelError, reasonOf } from './model-error.ts';
export { nameOf } from './name.ts';
export { uploadImage, uploadProfilePicture } from './own-images.ts';
export {
  answerRequest,
  block,
  type RequestAnswer,
  renewFriendLink,
  reportUser,
  sendFriendRequest,
  unblock,
  unfriend,
} from './relations.ts';
export { type FoundUsers, userSearch } from './search-users.ts';
export { NobodyFound, userById, userByUsername } from './user.ts';
export { sendVerificationEmail, verifyEmail } from './verification.ts';
export { getWaiver, setWaiver } from './waiver.ts';
