/** The original source of a script that a loader has transformed, from its inline source map. */
import { SourceMap, type SourceMapPayload } from 'node:module'
import type { Source } from './covered-lines.ts'

/** A possible breakpoint in a script, and whether it is in a function. */
export interface StopIn {
  readonly lineNumber: number
  readonly columnNumber?: number | undefined
  readonly isInFunction: boolean
}

/**
 * @param read the text of a file, for maps that only name it; `undefined` if there is none
 * @returns the script itself, if it carries no map
 */
export function originalSource(
  script: string,
  stops: readonly StopIn[],
  read: (file: string) => string | undefined,
): Source {
  const inFunctions = (those: readonly { readonly line: number; readonly isInFunction: boolean }[]) =>
    new Set(those.filter(({ isInFunction }) => isInFunction).map(({ line }) => line))
  const map = mapIn(script)
  const [file = '', ...others] = map?.payload.sources ?? []
  const text = map?.payload.sourcesContent?.[0] ?? read(file)
  if (map === undefined || text === undefined || others.length > 0)
    return {
      text: script,
      inFunctions: inFunctions(stops.map((stop) => ({ ...stop, line: stop.lineNumber }))),
    }
  const starts = lineStarts(script)
  const written = stops.flatMap(({ lineNumber, columnNumber = 0, isInFunction }) => {
    const entry = map.findEntry(lineNumber, columnNumber)
    if (!('originalLine' in entry)) return []
    const offset = starts[lineNumber]! + columnNumber
    return [{ line: entry.originalLine, column: entry.originalColumn, offset, isInFunction }]
  })
  const first = new Map<number, (typeof written)[number]>()
  for (const one of written) {
    const known = first.get(one.line)
    if (known === undefined || one.column < known.column) first.set(one.line, one)
  }
  return {
    text,
    inFunctions: inFunctions([...first.values()]),
    offsets: new Map([...first].map(([line, { offset }]) => [line, offset])),
  }
}

function mapIn(script: string): SourceMap | undefined {
  const [, encoded] = /^\/\/# sourceMappingURL=data:application\/json[^,]*;base64,(\S+)/m.exec(script) ?? []
  if (encoded === undefined) return undefined
  return new SourceMap(JSON.parse(Buffer.from(encoded, 'base64').toString()) as SourceMapPayload)
}

function lineStarts(text: string): readonly number[] {
  let start = 0
  return text.split('\n').map((line) => {
    const at = start
    start += line.length + 1
    return at
  })
}
