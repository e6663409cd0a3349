/** The text of a written object, which is a function of its key and revision. */
export function bodyOf(key: string, revision: number): string {
  return `${key}@${revision} ${'x'.repeat((revision * 97) % 3_000)}`
}
