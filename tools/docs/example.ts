/** An example: a fence and its continuations, which together form one module. */
import { type Fence, markdownLines, PageError, readFences } from './fence.ts'

export interface Example {
  /** The page, relative to the repository. */
  readonly path: string
  /** Its first line; with the path it identifies the example. */
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

/** The part that runs: everything before the first fence that is only type-checked. Undefined if nothing runs. */
export function runnablePart(example: Example): Example | undefined {
  const stop = example.fences.findIndex((fence) => fence.onlyChecked)
  if (stop < 0) return example
  return stop === 0 ? undefined : { ...example, fences: example.fences.slice(0, stop) }
}

/**
 * The code of an example at its lines and columns on the page, with blanks in place of everything else, so that positions in
 * compiler errors and stack traces are those of the page.
 */
export function codeInPlace(example: Example, page: string): string {
  const isCode = (line: number) => example.fences.some(({ firstLine, endLine }) => firstLine <= line && line < endLine)
  return markdownLines(example.path, page)
    .map((text, index) => (isCode(index + 1) ? text : ''))
    .join('\n')
}
