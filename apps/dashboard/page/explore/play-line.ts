/** The command line that replays a plan. Names come from untrusted files and go into a shell. Pure. */

/** A file name without shell metacharacters or folders. */
export function planName(oracle: string, number: number): string {
  const name = oracle
    .replace(/[^\w-]+/g, '-')
    .replace(/^-+/, '')
    .slice(0, 60)
  return `${name === '' ? 'plan' : name}-${number}.json`
}

/** The path as one shell word that is never an option; `undefined` for text with control characters. */
export function shellWord(path: string): string | undefined {
  if (path === '' || hasControls(path)) return undefined
  const word = path.startsWith('-') ? `./${path}` : path
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`
}

/** Includes characters that reorder or end a line. */
export function hasControls(text: string): boolean {
  return /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u.test(text)
}

/** A file that cannot be quoted safely becomes the placeholder `FILE`. */
export function exploreLine(file: string | undefined, plan?: string): string {
  const word = file === undefined ? undefined : shellWord(file)
  return `npx kubewright explore ${word ?? 'FILE'}${plan === undefined ? '' : ` --plan ${plan}`}`
}
