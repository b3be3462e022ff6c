/** Why a file is not taken, as the sentence to show. */
export class RefusedFile extends Error {
  /** Whether the file is of the wrong kind, rather than a bad one of the right kind. */
  readonly isWrongKind: boolean;

  constructor(sentence: string, isWrongKind = false) {
    super(sentence);
    this.isWrongKind = isWrongKind;
  }
}

/** The person was asked how to read a file, and did not say. */
export class Unanswered extends Error {}
