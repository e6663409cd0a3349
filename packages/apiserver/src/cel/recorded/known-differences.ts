/** Where our answers differ from the recorded ones, and why we live with it. */

/** After its first complaint the server's generated parser tries to go on; ours stops where guessing would start. */
const recovery = 'only the first of several syntax errors, or another word for it'

export const knownDifferences: ReadonlyMap<string, string> = new Map([
  ['google.protobuf.Timestamp{} == self.t', 'protobuf messages cannot be made'],
  ['dyn(1).flatten() == []', 'a type error of evaluation in other words'],
  ['dyn(1).distinct() == []', 'the server fails with an internal error of Go'],
  ...["{'a', 1}", '!', '!!', '-', '- ', 'in', '||', '?', '*', 'self.?'].map((rule) => [rule, recovery] as const),
])
