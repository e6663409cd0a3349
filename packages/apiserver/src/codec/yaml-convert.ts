/**
 * Converts YAML to JSON as the server does: YAML 1.1, except that timestamps stay strings; only the first document; keys
 * become strings and are sorted.
 */
import {
  Composer,
  type Document,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  Parser,
  type ScalarTag,
  type Tags,
  visit,
  type YAMLError,
} from 'yaml'
import { deepestKept } from './depth-limit.ts'
import { ValueProblem } from '../go/value-problem.ts'
import type { YamlJson } from './yaml-json.ts'
import { formatValue, keyText } from './yaml-value.ts'

// oxlint-disable-next-line no-control-regex -- these are what is looked for
const controlCharacter = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/

/** Limit on alias expansion, against exponential blow-up. */
const mostAliases = 100

/** Failure: throws a `ValueProblem` if the text is not YAML or has no JSON equivalent. */
export function convertYaml(text: string): YamlJson {
  if (controlCharacter.test(text)) throw new ValueProblem('yaml: control characters are not allowed')
  if (isDeep(text)) throw new ValueProblem('yaml: exceeded max depth of 10000')
  return convertDocument(text.replace(/^\ufeff/, ''))
}

/**
 * Whether the text may be nested too deeply. The library recurses at each level, and its stack overflow ends the process,
 * so it must not see such a text. Each level is an open bracket or at least one column of indentation.
 */
function isDeep(text: string): boolean {
  let [open, margin] = [0, 0]
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at)
    if (character === '[' || character === '{') open++
    else if ((character === ']' || character === '}') && open > 0) open--
    if (character === '\n') margin = 0
    else if (margin >= 0) margin = ' -?:\t'.includes(character) ? margin + 1 : -1
    if (open > deepestKept || margin > deepestKept) return true
  }
  return false
}

function convertDocument(text: string): YamlJson {
  const lines = new LineCounter()
  const document = firstDocument(text, lines)
  if (document === undefined) return { json: 'null', repeatedKeys: [] }
  const [error] = document.errors
  if (error !== undefined) throw new ValueProblem(`yaml: ${problemText(error, text, lines)}`)
  const repeatedKeys: string[] = []
  visit(document, {
    Map: (_, map) => addRepeated(repeatedKeys, map.items, lines),
    Alias: (_, { source }, path) => refuseCycle(source, path),
  })
  return { json: formatValue(valueOf(document)), repeatedKeys }
}

/** Later documents are not parsed: a text may consist of nothing but document starts. */
function firstDocument(text: string, lines: LineCounter): Document.Parsed | undefined {
  const options = { version: '1.1', merge: true, uniqueKeys: false, logLevel: 'silent' } as const
  const composer = new Composer({ ...options, customTags: goTags })
  for (const document of composer.compose(new Parser(lines.addNewLine).parse(text))) return document
  return undefined
}

function refuseCycle(source: string, path: readonly unknown[]): void {
  if (!path.some((node) => (isMap(node) || isSeq(node)) && node.anchor === source)) return
  throw new ValueProblem(`yaml: anchor '${source}' value contains itself`)
}

function valueOf(document: Document.Parsed): unknown {
  try {
    return document.toJS({ mapAsMap: true, maxAliasCount: mostAliases })
  } catch (error) {
    const { message } = error as Error
    const [, anchor] = /Unresolved alias.*: (\S+)$/.exec(message) ?? []
    if (anchor !== undefined) throw new ValueProblem(`yaml: unknown anchor '${anchor}' referenced`)
    if (error instanceof ReferenceError) throw new ValueProblem('yaml: document contains excessive aliasing')
    const isMerge = message.startsWith('Merge sources')
    throw new ValueProblem(`yaml: ${isMerge ? 'map merge requires map or sequence of maps as the value' : message}`)
  }
}

function addRepeated(found: string[], items: readonly { readonly key: unknown }[], lines: LineCounter): void {
  const seen = new Set<string>()
  for (const { key } of items) {
    if (!isScalar(key)) continue
    const name = keyText(key.value)
    const line = () => lineAt(key.range?.[0], lines)
    if (seen.has(name)) found.push(`line ${line()}: key ${JSON.stringify(name)} already set in map`)
    seen.add(name)
  }
}

function lineAt(at: number | undefined, lines: LineCounter): number {
  return Math.max(lines.linePos(at ?? 0).line, 1)
}

/** The library's YAML 1.1 tags without timestamps and sexagesimal numbers, which Go keeps as strings. */
function goTags(tags: Tags): Tags {
  const kept = tags.filter((tag) => typeof tag === 'string' || !(isTime(tag) || tag.tag?.endsWith(':binary')))
  return [...kept.map(withDigits), octal]
}

/** The library parses a lone point as a number. */
function withDigits(tag: Tags[number]): Tags[number] {
  if (typeof tag === 'string' || !tag.tag.endsWith(':float') || !('resolve' in tag)) return tag
  const float = tag as ScalarTag
  const resolve: ScalarTag['resolve'] = (text, ...rest) =>
    /\d|inf|nan/i.test(text) ? float.resolve(text, ...rest) : text
  return { ...float, resolve }
}

function isTime(tag: object): boolean {
  return ('format' in tag && tag.format === 'TIME') || ('tag' in tag && String(tag.tag).endsWith(':timestamp'))
}

/** Go also accepts the octal notation of YAML 1.2. */
const octal: ScalarTag = {
  tag: 'tag:yaml.org,2002:int',
  default: true,
  test: /^[-+]?0o[0-7]+$/,
  resolve: (text) => Number.parseInt(text.replace('0o', ''), 8),
}

/** The server's messages for common mistakes; the library's for the rest. */
function problemText({ code, message, pos }: YAMLError, text: string, lines: LineCounter): string {
  const line = lineAt(code === 'MULTILINE_IMPLICIT_KEY' ? pos[1] : pos[0], lines)
  const known = knownProblems.find(([pattern]) => pattern.test(`${code}: ${message}`))
  if (known === undefined) return line > 1 ? `line ${line}: ${message}` : message
  const [, knownWords, countsFrom] = known
  const words =
    isUnfinished(text, pos[0]) && /\[|\]|\}/.test(knownWords) ? 'did not find expected node content' : knownWords
  // The end of the text counts as a line.
  const shown = line - 1 + (pos[0] >= text.length ? 1 : countsFrom)
  return line > 1 || (pos[0] >= text.length && countsFrom === 0) ? `line ${shown}: ${words}` : words
}

/** Whether the text ends where more is expected. */
function isUnfinished(text: string, at: number): boolean {
  return at >= text.trimEnd().length && /[[{,]$/.test(text.trimEnd())
}

/** Patterns of the library's errors, the server's messages, and whether the server counts lines from 0 or 1 in them. */
const knownProblems: readonly (readonly [pattern: RegExp, text: string, countsFrom: 0 | 1])[] = [
  [/^TAB_AS_INDENT/, 'found character that cannot start any token', 1],
  [/^BAD_SCALAR_START/, 'found character that cannot start any token', 1],
  [/^BLOCK_AS_IMPLICIT_KEY: Nested/, 'mapping values are not allowed in this context', 1],
  [/^MULTILINE_IMPLICIT_KEY/, 'mapping values are not allowed in this context', 1],
  [/^BLOCK_AS_IMPLICIT_KEY/, 'block sequence entries are not allowed in this context', 1],
  [/^MISSING_CHAR: Missing closing/, 'found unexpected end of stream', 1],
  [
    /^(?:BAD_INDENT|MISSING_CHAR|UNEXPECTED_TOKEN).*flow-?\s?sequence|^\S+: .*ending with a \]/i,
    "did not find expected ',' or ']'",
    0,
  ],
  [
    /^(?:BAD_INDENT|MISSING_CHAR|UNEXPECTED_TOKEN).*flow-?\s?map|^\S+: .*ending with a \}/i,
    "did not find expected ',' or '}'",
    0,
  ],
  [/^MISSING_CHAR: Implicit map keys/, "could not find expected ':'", 1],
  [/^MISSING_CHAR: Sequence item/, "did not find expected '-' indicator", 0],
  [/^UNEXPECTED_TOKEN|^BAD_INDENT/, 'did not find expected key', 0],
]
