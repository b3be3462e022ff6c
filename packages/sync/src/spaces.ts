export { codeLength, newCode } from './code.ts';
export { emojiOf } from './emoji.ts';
export { lookOf, looksLike } from './look-alike.ts';
export { asksByMode, mentionAt, mentionedNames, mentionsAi } from './mentions.ts';
export {
  hasRight,
  outranks,
  type SpaceRight,
  type SpaceRole,
  type SpaceStanding,
  spaceRightNames,
  spaceRights,
} from './space-rights.ts';
