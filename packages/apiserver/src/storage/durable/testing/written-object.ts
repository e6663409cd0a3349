/** What the writer writes: anybody who knows the key and the revision knows the text. */
export function bodyOf(key: string, revision: number): string {
  return `${key}@${revision} ${'x'.repeat((revision * 97) % 3_000)}`
}
