/**
 * The code fences of a page. A page is a Markdown file, or a TypeScript file with Markdown in its doc comments.
 *
 * Only `ts` fences are read. A word after it changes the handling of the fence: `continue` appends it to the previous fence,
 * `check` type-checks it without running it.
 */

export interface Fence {
  /** The line on the page, counted from 1, of the first line of code. */
  readonly firstLine: number
  /** The line of the closing marker. */
  readonly endLine: number
  readonly continues: boolean
  readonly onlyChecked: boolean
}

/** An error on a page, formatted so that an editor can jump to it. */
export class PageError extends Error {
  override readonly name = 'PageError'

  constructor(path: string, line: number, text: string) {
    super(`${path}:${line}: ${text}`)
  }
}

const knownWords = ['continue', 'check']
/** Fences that look like TypeScript but would be silently ignored. */
const misspelled = /^(typescript|tsx|js|jsx|javascript|mts)$/

export function readFences(path: string, text: string): Fence[] {
  const fences: Fence[] = []
  let open: { line: number; marker: string; info: string } | undefined

  for (const [index, line] of markdownLines(path, text).entries()) {
    const [, marker = '', info = ''] = /^\s*(`{3,}|~{3,})\s*([^`]*)$/.exec(line) ?? []
    if (open === undefined && marker !== '') open = { line: index + 1, marker, info: info.trim() }
    else if (open !== undefined && info === '' && marker.startsWith(open.marker)) {
      const fence = describeFence(path, open, index + 1)
      if (fence) fences.push(fence)
      open = undefined
    }
  }
  if (open !== undefined) throw new PageError(path, open.line, 'This fence is never closed.')
  return fences
}

function describeFence(path: string, open: { line: number; info: string }, endLine: number): Fence | undefined {
  const [language = '', ...words] = open.info.split(/\s+/)
  if (misspelled.test(language)) {
    throw new PageError(
      path,
      open.line,
      `Mark a fence \`ts\` (it will run) or \`text\` (it will not), not \`${language}\`.`,
    )
  }
  if (language !== 'ts') return undefined
  const unknown = words.find((word) => !knownWords.includes(word))
  if (unknown !== undefined) {
    throw new PageError(
      path,
      open.line,
      `\`${unknown}\` means nothing here. A ts fence may say \`continue\` or \`check\`.`,
    )
  }
  return {
    firstLine: open.line + 1,
    endLine,
    continues: words.includes('continue'),
    onlyChecked: words.includes('check'),
  }
}

/** The page with the same lines and columns, and spaces in place of everything that is not Markdown. */
export function markdownLines(path: string, text: string): string[] {
  const lines = text.split('\n')
  return path.endsWith('.md') ? lines : docCommentLines(lines)
}

function docCommentLines(lines: readonly string[]): string[] {
  let inside = false
  return lines.map((line) => {
    if (!inside) {
      inside = /^\s*\/\*\*(?!.*\*\/)/.test(line)
      return ''
    }
    if (line.includes('*/')) inside = false
    return inside ? line.replace(/^(\s*)\* ?/, (lead) => ' '.repeat(lead.length)) : ''
  })
}
