/**
 * XML as a tree of elements with namespaces, and a minimal writer.
 *
 * A document type declaration is rejected, so no entity can be declared or expanded. Depth and number of elements are limited.
 */
import sax, { type QualifiedAttribute, type QualifiedTag } from 'sax'
import { documentError } from './document-error.ts'

export interface Element {
  readonly name: string
  readonly namespace: string
  /** Attributes without a namespace by their name, others as `{namespace}name`. */
  readonly attributes: ReadonlyMap<string, string>
  readonly children: readonly Element[]
  /** The namespace of a prefix at this element. */
  readonly namespaceOf: (prefix: string) => string | undefined
}

const deepest = 64
const mostElements = 200_000
const mostAttributes = 1_000
const mostCharacters = 8 * 2 ** 20

/** Characters per parse call: bounds what is parsed before the limits are checked. */
const piece = 4_096

interface OpenElement extends Element {
  readonly children: Element[]
}

export function parseXml(text: string, place: string): Element {
  if (text.length > mostCharacters) throw documentError(place, `it is longer than ${mostCharacters} characters`)
  const parser = sax.parser(true, { xmlns: true })
  const open: OpenElement[] = []
  let root: Element | undefined
  let count = 0
  parser.onerror = (error) => {
    const [what, line] = error.message.split('\n', 2)
    throw documentError(place, `${what}, line ${Number(line?.replace('Line: ', '')) + 1}`)
  }
  parser.ondoctype = () => {
    throw documentError(place, 'it has a document type declaration', 'Remove it: entities are not supported.')
  }
  parser.onopentag = (tag) => {
    const element = toElement(tag as QualifiedTag)
    if (++count > mostElements) throw documentError(place, `it has more than ${mostElements} elements`)
    if (open.length >= deepest) throw documentError(place, `elements are nested more than ${deepest} deep`)
    open.at(-1)?.children.push(element)
    root ??= element
    open.push(element)
  }
  parser.onclosetag = () => void open.pop()
  for (let at = 0; at < text.length; at += piece) {
    parser.write(text.slice(at, at + piece))
    // The parser compares each attribute with all others of its element.
    if (attributesOf(parser) > mostAttributes)
      throw documentError(place, `an element has more than ${mostAttributes} attributes`)
  }
  parser.close()
  if (root === undefined) throw documentError(place, 'it has no element')
  return root
}

/** Attributes of the element that is being read. */
function attributesOf(parser: object): number {
  return 'attribList' in parser && Array.isArray(parser.attribList) ? parser.attribList.length : 0
}

function toElement(tag: QualifiedTag): OpenElement {
  const attributes = Object.values(tag.attributes as Readonly<Record<string, QualifiedAttribute>>)
    .filter(({ prefix, name }) => prefix !== 'xmlns' && name !== 'xmlns')
    .map(({ prefix, uri, local, value }) => [prefix === '' ? local : `{${uri}}${local}`, value] as const)
  const { ns } = tag
  return {
    name: tag.local,
    namespace: tag.uri,
    attributes: new Map(attributes),
    children: [],
    // Prefixes are inherited by prototype; `in`, unlike `hasOwn`, follows it, and the value must be a string, which `__proto__` is not.
    namespaceOf: (prefix) => (prefix in ns && typeof ns[prefix] === 'string' ? ns[prefix] : undefined),
  }
}

/** An element as text. Attributes without a value are omitted. */
export function formatXml(
  name: string,
  attributes: Readonly<Record<string, string | undefined>>,
  children: readonly string[] = [],
): string {
  const given = Object.entries(attributes)
    .filter((entry): entry is [string, string] => entry[1] !== undefined)
    .map(([key, value]) => ` ${key}="${escapeXml(value)}"`)
    .join('')
  if (children.length === 0) return `<${name}${given}/>`
  const inner = children.map((child) => child.replaceAll(/^/gmu, '  ')).join('\n')
  return `<${name}${given}>\n${inner}\n</${name}>`
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}

function escapeXml(text: string): string {
  return text.replaceAll(/[&<>"']/gu, (character) => entities[character]!)
}
