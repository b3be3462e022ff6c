export { type Append, type Appended, appendToReply, type RefusedAppend, type ReplyState } from './append.ts';
export {
  cappedFields,
  deletedSince,
  fieldValue,
  type Json,
  laterField,
  mergeFields,
  onlyDeletes,
  type StampedField,
  type StampedFields,
  writtenFields,
} from './fields.ts';
export { partName, partNumber, thumbnailName } from './file-names.ts';
export { isId, newId } from './id.ts';
export { type JsonBounds, jsonBounds, smallJsonBounds, spaceLimits, syncLimits } from './limits.ts';
export { firstWords, plainLine } from './plain-words.ts';
export { chunksOf, cutText, isBlank, storable } from './text.ts';
export { countValues, cutValues } from './values.ts';
