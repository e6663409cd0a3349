/**
 * Maximum nesting of stored values. Go stops at 10 000; our recursive walks use a few stack frames a level and would
 * overflow the stack before that. Real objects are not a tenth as deep.
 */
export const deepestKept = 300
