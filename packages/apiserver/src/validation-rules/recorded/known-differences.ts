/** Accepted differences from the recorded results, with the reason. */

/** After its first error the server's generated parser attempts recovery; ours stops where recovery would be guesswork. */
const recovery = 'only the first of several syntax errors, or another word for it'

export const knownDifferences: ReadonlyMap<string, string> = new Map([
  ['google.protobuf.Timestamp{} == self.t', 'protobuf messages cannot be made'],
  ['dyn(1).flatten() == []', 'a type error of evaluation in other words'],
  ['dyn(1).distinct() == []', 'the server fails with an internal error of Go'],
  ...["{'a', 1}", '!', '!!', '-', '- ', 'in', '||', '?', '*', 'self.?'].map((rule) => [rule, recovery] as const),
])
