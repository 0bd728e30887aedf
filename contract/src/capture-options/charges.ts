/**
 * Statements of our texts about charges. A text that says that something is not charged uses one of
 * these forms, so that an installation without billing can leave it out.
 */
const statements =
  /,? free of charge(?:,(?= (?:if|unless)\b))?|[;,]? (?:and )?nothing (?:is|was) charged|: the capture is charged as usual|\s?\bNothing was charged\.|\s?\bFailed captures cost nothing\./g;

/** Returns a text without its statements about charges, for an installation without billing. */
export function withoutCharges(text: string): string {
  return text.replaceAll(statements, '');
}
