/** Go's error for a pattern it cannot compile. */
export class Re2SyntaxError extends Error {
  override readonly name = 'Re2SyntaxError'

  constructor(what: string, where: string) {
    super(`error parsing regexp: ${what}: \`${where}\``)
  }
}
