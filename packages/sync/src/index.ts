export { type Append, type Appended, append, type RefusedAppend, type ReplyState } from './append.ts';
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
export { chunksOf, cutText, isBlank, storable } from './text.ts';
export { type Fork, newestLeaf, type Path, pathTo, type TreeNode } from './tree.ts';
export { countValues, cutValues } from './values.ts';
