/** The problems of a topology, located in its text. Pure. */
import type { Problem } from '@kubewright/protocol'
import { isMap, isScalar, isSeq, LineCounter, type Node, parseDocument, visit } from 'yaml'

export interface TextProblem {
  readonly severity: 'error' | 'warning'
  readonly message: string
  /** Offsets in the text. */
  readonly from: number
  readonly to: number
  /** One-based. */
  readonly line: number
  /** The affected nodes. */
  readonly nodes: readonly string[]
}

type Range = readonly [from: number, to: number]

/** Locates parts of a text that was already parsed, so its size and depth are bounded. */
export class TextPlaces {
  readonly #text: string
  readonly #lines = new LineCounter()
  readonly #document

  constructor(text: string) {
    this.#text = text
    this.#document = parseDocument(text, {
      uniqueKeys: false,
      prettyErrors: false,
      logLevel: 'silent',
      lineCounter: this.#lines,
    })
  }

  problem(severity: TextProblem['severity'], message: string, [from, to]: Range, nodes: readonly string[] = []) {
    const end = Math.min(this.#text.length, Math.max(to, from))
    const { line } = this.#lines.linePos(Math.min(from, this.#text.length))
    return {
      severity,
      message,
      from: Math.min(from, end),
      to: end,
      line: Math.max(1, line),
      nodes,
    } satisfies TextProblem
  }

  /** The key at the end of a path, or the deepest one that exists. */
  keyAt(path: readonly string[]): Range {
    let found: Range = [0, this.#text.indexOf('\n') < 0 ? this.#text.length : this.#text.indexOf('\n')]
    let at: unknown = this.#document.contents
    for (const part of path) {
      if (!isMap(at)) return found
      const pair = at.items.find(({ key }) => isScalar(key) && String(key.value) === part)
      if (pair === undefined) return found
      found = rangeOf(pair.key) ?? found
      at = pair.value
    }
    return found
  }

  /** The first scalar below a path that is one of `names`. */
  nameBelow(path: readonly string[], names: readonly string[]): Range | undefined {
    let found: Range | undefined
    const below = path.length === 0 ? this.#document.contents : this.#document.getIn(path, true)
    if (!isMap(below) && !isSeq(below) && !isScalar(below)) return undefined
    visit(below as Node, {
      Scalar(_, node) {
        if (!names.includes(String(node.value))) return undefined
        found = rangeOf(node)
        return visit.BREAK
      },
    })
    return found
  }

  /** The range of a parser error. */
  lineAt(line: number, column: number): Range {
    const start = this.#lines.lineStarts[line - 1] ?? 0
    const from = Math.min(this.#text.length, start + column - 1)
    const end = this.#text.indexOf('\n', from)
    return [from, end < 0 ? this.#text.length : end]
  }

  get syntaxErrors(): readonly TextProblem[] {
    return this.#document.errors.slice(0, 20).map(({ message, pos }) => this.problem('error', message, pos))
  }
}

function rangeOf(node: unknown): Range | undefined {
  const range = isScalar(node) || isMap(node) || isSeq(node) ? node.range : undefined
  return range === null || range === undefined ? undefined : [range[0], range[1]]
}

/** A problem of `checkTopology`, located at its state. */
export function soundnessProblem(places: TextPlaces, problem: Problem): TextProblem {
  const { severity, type, states, message, remedy, nodes } = problem
  const range = places.keyAt(['types', type, ...(states[0] === undefined ? [] : ['states', states[0]])])
  return places.problem(severity, `${type}: ${message}. ${remedy}`, range, nodes)
}

/** An error of the library, located by the path in its message (`types.Db.initial`), or by quoted names. */
export function refusalProblem(places: TextPlaces, error: Error): TextProblem {
  const { message } = error
  const path = pathIn(message)
  // The rest of the message lists valid alternatives.
  const [wrong = ''] = message.split(/ (?:Known|Add a binding):/u)
  const names = [...wrong.matchAll(/"((?:[^"\\]|\\.)*)"/gu)].flatMap(([quoted]) => unquoted(quoted))
  const parts = names.flatMap((name) => [name, ...name.split('.')])
  const range = places.nameBelow(path, names) ?? places.nameBelow([], parts) ?? places.keyAt(path)
  return places.problem('error', message, range)
}

/** The path in a message: `types.Db.states.running`, or its other form `define Db, state "running"`. */
function pathIn(message: string): readonly string[] {
  const [, read] = /\bread ((?:types|nodes|bindings|containers|hardRecovery)[\w.-]*)/u.exec(message) ?? []
  if (read !== undefined) return read.split('.')
  if (/\bdefine (bindings|containers)\b/u.test(message)) return [/\bdefine (\w+)/u.exec(message)![1]!]
  const [, type, part, name] =
    /\bdefine ([\w-]+), (state|operation|faults|initial)(?: ("(?:[^"\\]|\\.)*"))?/u.exec(message) ?? []
  if (type === undefined) return []
  const section = part === 'state' ? 'states' : part === 'operation' ? 'operations' : part!
  return ['types', type, section, ...(name === undefined ? [] : unquoted(name))]
}

function unquoted(text: string): readonly string[] {
  try {
    return [JSON.parse(text) as string]
  } catch {
    return []
  }
}
