/** Why a file is not taken, as the sentence to show. */
export class Refused extends Error {
  /** It is not of the kind that was wanted, as opposed to a bad one of that kind. */
  readonly isWrongKind: boolean;

  constructor(sentence: string, isWrongKind = false) {
    super(sentence);
    this.isWrongKind = isWrongKind;
  }
}
