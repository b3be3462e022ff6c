export { type Append, type Appended, append, type RefusedAppend, type ReplyState } from './append.ts';
export { newCode } from './code.ts';
export { emojiOf } from './emoji.ts';
export {
  cappedFields,
  deletedSince,
  type Field,
  type Fields,
  fieldValue,
  type Json,
  laterField,
  mergeFields,
  onlyDeletes,
} from './fields.ts';
export { partName, placeOf, thumbnailName } from './file-names.ts';
export { isId, newId } from './id.ts';
export { type JsonBounds, jsonBounds, smallJsonBounds, spaceLimits, syncLimits } from './limits.ts';
export {
  hasRight,
  outranks,
  type SpaceRight,
  type SpaceRole,
  type SpaceStanding,
  spaceRightNames,
  spaceRights,
} from './space-rights.ts';
export { chunksOf, cutText, isBlank, storable } from './text.ts';
export { type Fork, newestLeaf, type Path, pathTo, type TreeNode } from './tree.ts';
export { countValues, cutValues } from './values.ts';
