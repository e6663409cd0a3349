/** The line that plays a plan again. Names in it may come from a file of anybody, and the line goes into a shell. Pure. */

/** A name of a file that means nothing to a shell, and is in no other folder. */
export function planName(oracle: string, number: number): string {
  const name = oracle
    .replace(/[^\w-]+/g, '-')
    .replace(/^-+/, '')
    .slice(0, 60)
  return `${name === '' ? 'plan' : name}-${number}.json`
}

/** One word of a shell, never an option; `undefined` for a text with control characters. */
export function shellWord(path: string): string | undefined {
  if (path === '' || hasControls(path)) return undefined
  const word = path.startsWith('-') ? `./${path}` : path
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`
}

/** Also those that reorder a line, or end it. */
export function hasControls(text: string): boolean {
  return /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u.test(text)
}

/** A file that cannot be written into a line is left for the reader to fill in. */
export function exploreLine(file: string | undefined, plan?: string): string {
  const word = file === undefined ? undefined : shellWord(file)
  return `npx kubewright explore ${word ?? 'FILE'}${plan === undefined ? '' : ` --plan ${plan}`}`
}
