/** An example: a fence and the fences that continue it, which together are one module. */
import { type Fence, markdownLines, PageError, readFences } from './fence.ts'

export interface Example {
  /** The page, relative to the repository. */
  readonly path: string
  /** Where it starts; with the path it names the example. */
  readonly line: number
  readonly fences: readonly Fence[]
}

export function readExamples(path: string, text: string): Example[] {
  const chains: Fence[][] = []
  for (const fence of readFences(path, text)) {
    if (!fence.continues) chains.push([fence])
    else if (chains.length > 0) chains.at(-1)!.push(fence)
    else throw new PageError(path, fence.firstLine - 1, 'There is no fence before this one to continue.')
  }
  return chains.map((fences) => ({ path, line: fences[0]!.firstLine, fences }))
}

/** The part that runs: everything before the first fence that is only checked. Undefined when nothing does. */
export function runnablePart(example: Example): Example | undefined {
  const stop = example.fences.findIndex((fence) => fence.onlyChecked)
  if (stop < 0) return example
  return stop === 0 ? undefined : { ...example, fences: example.fences.slice(0, stop) }
}

/**
 * The code of an example at the lines and columns it has on its page, with blanks in place of everything else, so
 * that whatever a compiler or a stack trace says about a place is true of the page.
 */
export function codeInPlace(example: Example, page: string): string {
  const isCode = (line: number) => example.fences.some(({ firstLine, endLine }) => firstLine <= line && line < endLine)
  return markdownLines(example.path, page)
    .map((text, index) => (isCode(index + 1) ? text : ''))
    .join('\n')
}
