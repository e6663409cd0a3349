/** Maps V8 coverage counts to source lines. Pure. */

interface CountedRange {
  readonly startOffset: number
  readonly endOffset: number
  readonly count: number
}

/** A script as V8 reports it: the ranges of a function are nested, and the innermost counts. */
export interface CountedScript {
  readonly scriptId: string
  readonly url: string
  readonly functions: readonly { readonly functionName: string; readonly ranges: readonly CountedRange[] }[]
}

/** When a part of the code ran. */
export type CoveredWhen = 'without faults' | 'only with faults' | 'never'

/** Lines of one function that ran only with faults, or never. */
export interface CoveredPart {
  /** `websites.ts` */
  readonly file: string
  readonly function: string
  readonly when: CoveredWhen
  /** The lines of the executed code. */
  readonly lines: readonly string[]
}

/** Line coverage of the operator's code: without faults, only with faults, or never. */
export interface CoverageReport {
  /** Line counts of each file; lines without code are excluded. */
  readonly files: readonly ({ readonly file: string } & Readonly<Record<CoveredWhen, number>>)[]
  /** Code that ran only with faults, and code that never ran. */
  readonly parts: readonly CoveredPart[]
  /** Code that never ran, one line each: `websites.ts: reconcile, "if (error.code === 409) {"`. */
  readonly missed: readonly string[]
  /** The report as text. */
  readonly text: string
}

export interface Source {
  readonly text: string
  /** Line numbers, from 0, with code in a function. */
  readonly inFunctions: ReadonlySet<number>
  /** The offset of each line in the executed script, if it differs from the text; lines without an entry have no code. */
  readonly offsets?: ReadonlyMap<number, number>
}

interface Line {
  readonly text: string
  readonly function: string
  readonly when: CoveredWhen
}

export function coverageOf(
  without: readonly CountedScript[],
  withFaults: readonly CountedScript[],
  sources: ReadonlyMap<string, Source>,
): CoverageReport {
  const files = [...sources].flatMap(([url, source]) => {
    const lines = linesOf(source, functionsOf(without, url), functionsOf(withFaults, url))
    return lines.length === 0 ? [] : [{ file: nameOf(url), lines }]
  })
  const parts = files.flatMap(({ file, lines }) => partsOf(file, lines))
  const counted = files.map(({ file, lines }) => ({ file, ...countsOf(lines) }))
  const missed = parts
    .filter(({ when }) => when === 'never')
    .map((part) => `${part.file}: ${part.function}, "${inShort(part.lines[0]!)}"`)
  return { files: counted, parts, missed, text: textOf(counted, parts) }
}

type Functions = CountedScript['functions']

function functionsOf(scripts: readonly CountedScript[], url: string): Functions {
  return scripts.find((script) => script.url === url)?.functions ?? []
}

function nameOf(url: string): string {
  return url.split(/[\\/]/).at(-1)!.replace(/\?.*$/, '')
}

/** Every line in a function. Top-level code ran when the file was loaded, before counting began. */
function linesOf(source: Source, without: Functions, withFaults: Functions): readonly Line[] {
  let offset = 0
  return source.text.split('\n').flatMap((text, number) => {
    const here = offset + text.length - text.trimStart().length
    offset += text.length + 1
    const at = source.offsets === undefined ? here : source.offsets.get(number)
    if (!isCode(text) || at === undefined) return []
    const [one, two] = [countAt(without, at), countAt(withFaults, at)]
    const isOutside = source.offsets !== undefined || (one.isModule && two.isModule)
    if (isOutside && !source.inFunctions.has(number)) return []
    const when = one.count > 0 ? 'without faults' : two.count > 0 ? 'only with faults' : 'never'
    return [{ text: written(text), function: two.name || one.name || 'a function', when }]
  })
}

/** Excludes lone braces, comments, and code that a module loader adds. */
function isCode(text: string): boolean {
  return /\w/.test(text) && !/^\s*(?:\/\/|\/\*|\*)|^'use strict';async|__vite_ssr_export/.test(text)
}

/** Restores the names that a module loader has replaced. */
function written(text: string): string {
  return text.trim().replace(/\(0,\s*__vite_ssr_import_\d+__\.(\w+)\)/g, '$1')
}

interface Counted {
  readonly count: number
  /** The name of the function. */
  readonly name: string
  readonly isModule: boolean
}

/** The smallest enclosing range counts. */
function countAt(functions: Functions, offset: number): Counted {
  let [best, size]: [Counted, number] = [{ count: 0, name: '', isModule: true }, Infinity]
  for (const { functionName: name, ranges } of functions) {
    for (const { startOffset, endOffset, count } of ranges) {
      if (offset < startOffset || offset >= endOffset || endOffset - startOffset > size) continue
      ;[best, size] = [{ count, name, isModule: startOffset === 0 && name === '' }, endOffset - startOffset]
    }
  }
  return best
}

function countsOf(lines: readonly Line[]): Readonly<Record<CoveredWhen, number>> {
  const count = (wanted: CoveredWhen) => lines.filter(({ when }) => when === wanted).length
  return {
    'without faults': count('without faults'),
    'only with faults': count('only with faults'),
    never: count('never'),
  }
}

/** Groups adjacent lines of a function with the same coverage. Lines that ran without faults are left out. */
function partsOf(file: string, lines: readonly Line[]): readonly CoveredPart[] {
  const parts: { file: string; function: string; when: CoveredWhen; lines: string[] }[] = []
  let last: Line | undefined
  for (const line of lines) {
    const isNext = last?.when === line.when && last.function === line.function
    if (line.when !== 'without faults') {
      if (isNext) parts.at(-1)!.lines.push(line.text)
      else parts.push({ file, function: line.function, when: line.when, lines: [line.text] })
    }
    last = line
  }
  return parts
}

function textOf(files: CoverageReport['files'], parts: readonly CoveredPart[]): string {
  const counts = files.map(
    (one) =>
      `  ${one.file}: ${one['without faults']} without faults, ${one['only with faults']} only with them, ${one.never} never`,
  )
  const section = (wanted: CoveredWhen, title: string) => {
    const those = parts.filter(({ when }) => when === wanted)
    return those.length === 0 ? [] : ['', title, ...those.flatMap(shown)]
  }
  return [
    'Lines of the operator that ran:',
    ...counts,
    ...section('only with faults', 'Only with faults:'),
    ...section('never', 'Never:'),
  ].join('\n')
}

function shown({ file, function: of, lines }: CoveredPart): readonly string[] {
  const few = lines.length <= 5 ? lines : [...lines.slice(0, 4), `… ${lines.length - 4} more lines`]
  return [`  ${file}, ${of}:`, ...few.map((line) => `    ${inShort(line)}`)]
}

function inShort(line: string): string {
  return line.length > 100 ? `${line.slice(0, 99)}…` : line
}
