export { type Excerpt, excerptOf } from './excerpt.ts';
export {
  type FilterName,
  type Filters,
  filtersOf,
  filterValue,
  readTyped,
  type TypedFilter,
  type TypedQuery,
  typedWith,
} from './filters.ts';
export { foldLetters, labelLetters } from './letters.ts';
export { findTerms, markedIn, type TextSpan } from './matches.ts';
export { type IndexQuery, indexQuery, searchTerms, type Term } from './terms.ts';
export { indexWords } from './words.ts';
