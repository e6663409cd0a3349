/** One kubeconfig text: its values, and the line of each. */
import { dirname, resolve } from 'node:path'
import type { Document, YAMLError } from 'yaml'
import { connectionErrors } from '../errors.ts'

export type FieldPath = readonly (string | number)[]

export interface KubeconfigSource {
  /** For messages: the path of the file, or a description of the text. */
  readonly name: string
  /** The file to write back to; absent if the text did not come from a file. */
  readonly file?: string
  /** The base of relative paths in the text. */
  readonly directory: string
  /** Strings, nulls, lists and maps: the meaning of a scalar depends on its field, so scalars stay unresolved. */
  readonly value: unknown
  /** The line of a value, counted from one; for a missing one, the line of its nearest existing parent. */
  line(path: FieldPath): number | undefined
  /** A value with its scalars resolved as in YAML. */
  json(path: FieldPath): unknown
}

export interface KubeconfigOrigin {
  readonly text: string
  readonly file?: string
}

/** Failure: `KW_CLIENT_CONFIG_SYNTAX` with the line. The text is never quoted: any line of it may contain a token. */
export async function parseKubeconfigText({ text, file }: KubeconfigOrigin): Promise<KubeconfigSource> {
  // Loaded lazily: a pod has no kubeconfig, and so needs no YAML parser.
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
  // kubectl reads the first document and ignores the others.
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

/** Converting a document fails on aliases without an anchor, or with too many expansions. */
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

/** The value at `path` in plain data; `undefined` if a step is missing. */
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

/** Our own messages for the most common mistakes; the parser's may quote the text. */
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
