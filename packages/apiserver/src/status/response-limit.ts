/**
 * Limits how many errors a response contains. Each error shows a value or a path that may be as long as the request, and there may
 * be as many errors as the request has fields: their product does not fit into memory.
 * See decision 0253.
 */

/** More than a user can read, and less than a string can hold. */
export const maxErrorCharacters = 4 * 1024 * 1024

/** The leading `items` that fit into one response together, and at least one. */
export function firstThatFit<Item>(items: readonly Item[], lengthOf: (item: Item) => number): readonly Item[] {
  let characters = 0
  const end = items.findIndex((item) => (characters += lengthOf(item)) > maxErrorCharacters)
  return end < 0 ? items : items.slice(0, Math.max(1, end))
}
