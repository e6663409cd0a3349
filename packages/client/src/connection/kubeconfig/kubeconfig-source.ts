/** One kubeconfig text: its values, and where in the text each of them stands. */
import { dirname, resolve } from 'node:path'
import type { Document, YAMLError } from 'yaml'
import { connectionErrors } from '../errors.ts'

export type FieldPath = readonly (string | number)[]

export interface KubeconfigSource {
  /** For messages: the path of the file, or what else the text is. */
  readonly name: string
  /** Where the text can be written back to; absent if it did not come from a file. */
  readonly file?: string
  /** Relative paths in the text start here. */
  readonly directory: string
  /** Texts, nulls, lists and maps: what a scalar means depends on the field, so it stays as it is written. */
  readonly value: unknown
  /** The line a value is on, counted from one; for one that is missing, that of what it is missing in. */
  line(path: FieldPath): number | undefined
  /** A value with its scalars understood as YAML understands them. */
  json(path: FieldPath): unknown
}

export interface KubeconfigOrigin {
  readonly text: string
  readonly file?: string
}

/**
 * Failure: `KW_CLIENT_CONFIG_SYNTAX` with the line. The text itself is never quoted: any line of it may hold a token.
 */
export async function parseKubeconfigText({ text, file }: KubeconfigOrigin): Promise<KubeconfigSource> {
  // Loaded late: in a pod there is no kubeconfig, and so no need for a YAML parser.
  const { LineCounter, parseDocument } = await import('yaml')
  const lines = new LineCounter()
  const settings = {
    merge: true,
    uniqueKeys: false,
    prettyErrors: false,
    logLevel: 'silent',
    lineCounter: lines,
  } as const
  const document = parseDocument(text, { ...settings, schema: 'failsafe', customTags: ['null', 'merge'] })
  const name = file ?? 'the kubeconfig text'
  // kubectl reads the first document and leaves the others alone.
  const error = document.errors.find(({ code }) => code !== 'MULTIPLE_DOCS')
  if (error) throw syntaxError(name, error, lines.linePos(error.pos[0]).line)
  return {
    name,
    ...(file !== undefined && { file: resolve(file) }),
    directory: file === undefined ? process.cwd() : dirname(resolve(file)),
    value: valueOf(document, name),
    line: (path) => lineOf(document, path, (offset) => lines.linePos(offset).line),
    json: (path) => valueAt(valueOf(parseDocument(text, { ...settings, schema: 'core' }), name), path),
  }
}

/** Turning a document into values fails on aliases that lead nowhere, or to far too much. */
function valueOf(document: Document, name: string): unknown {
  try {
    return document.toJS()
  } catch {
    throw connectionErrors('KW_CLIENT_CONFIG_SYNTAX', {
      what: `read ${name}`,
      why: 'an alias in it has no anchor, or there are too many of them',
      next: 'Write the values out; a kubeconfig needs no aliases.',
      details: { source: name },
    })
  }
}

/** What is at `path` in plain data; nothing if something on the way is missing. */
export function valueAt(value: unknown, path: FieldPath): unknown {
  return path.reduce<unknown>(
    (at, step) => (typeof at === 'object' && at !== null ? new Map(Object.entries(at)).get(String(step)) : undefined),
    value,
  )
}

function lineOf(document: Document, path: FieldPath, lineAt: (offset: number) => number): number | undefined {
  for (let length = path.length; length > 0; length--) {
    const node = document.getIn(path.slice(0, length), true)
    const range: unknown = typeof node === 'object' && node !== null && 'range' in node ? node.range : undefined
    if (Array.isArray(range) && typeof range[0] === 'number') return lineAt(range[0])
  }
  return undefined
}

/** Our own words for the commonest mistakes; the parser's may quote the text. */
const mistakes: Readonly<Record<string, string>> = {
  BAD_INDENT: 'the indentation does not fit the lines above',
  BLOCK_AS_IMPLICIT_KEY: 'there are two colons on one line, or a line break is missing',
  MISSING_CHAR: 'a closing quote, bracket or colon is missing',
  TAB_AS_INDENT: 'it is indented with a tab',
  UNEXPECTED_TOKEN: 'something stands where YAML does not expect it',
}

function syntaxError(name: string, { code }: YAMLError, line: number): Error {
  return connectionErrors('KW_CLIENT_CONFIG_SYNTAX', {
    what: `read ${name}`,
    why: `line ${line} is not valid YAML: ${mistakes[code] ?? code.toLowerCase().replaceAll('_', ' ')}`,
    next: 'Repair that line, or write the file again with the tool that made it.',
    details: { source: name, line, problem: code },
  })
}
