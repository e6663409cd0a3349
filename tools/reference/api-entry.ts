/** The exports of one import path of a package, and the declarations that they refer to. */
import ts from 'typescript'
import { type DeclarationKey, type DeclarationReader, splitKey } from './declaration-reader.ts'
import { isHidden } from './hidden-member.ts'
import { type Parent, parentsOf, referredNames } from './referred-names.ts'

export interface ApiName {
  readonly name: string
  /** The source file, relative to the repository; or the package that a name is re-exported from. */
  readonly from: string
  /** What it declares; `undefined` if that belongs to another project. */
  readonly key: DeclarationKey | undefined
  /** The declarations, without bodies. Empty if the name is re-exported from another package. */
  readonly signature: string
  /** The doc comment, as Markdown. */
  readonly text: string
  /** Its parameters and its result, where the comment describes them. */
  readonly parameters: readonly string[]
  /** Markdown, with a fence each. */
  readonly examples: readonly string[]
  /** The declarations that its signature names. */
  readonly refersTo: readonly DeclarationKey[]
  readonly inherits: readonly Inherited[]
}

/** The members that an interface or class has from another. */
export interface Inherited {
  readonly from: DeclarationKey
  readonly members: readonly string[]
}

/** @param path source file of the entry */
export function readApiEntry(path: string, reader: DeclarationReader): ApiName[] {
  return reader
    .exportsOf(path)
    .map((exported) => {
      const key = reader.origin(exported)
      const { name, from } = exported
      if (!from.endsWith('.ts') || key === undefined) return { ...undescribed, name, from, key }
      return { ...describeDeclaration(key, reader), name }
    })
    .sort(byName)
}

/** The declarations that the names of a package refer to and that no entry exports, directly or through each other. */
export function readReferred(
  names: readonly ApiName[],
  reader: DeclarationReader,
  isExported: (key: DeclarationKey) => boolean,
): ApiName[] {
  const found = new Map<DeclarationKey, ApiName>()
  const visit = (key: DeclarationKey): void => {
    if (found.has(key) || isExported(key) || isGenerated(splitKey(key).path)) return
    const described = describeDeclaration(key, reader)
    found.set(key, described)
    described.refersTo.forEach(visit)
  }
  for (const { from, refersTo } of names) if (from.endsWith('.ts')) refersTo.forEach(visit)
  return [...found.values()].sort(byName)
}

export function isGenerated(path: string): boolean {
  return path.includes('/generated/')
}

const undescribed = { signature: '', text: '', parameters: [], examples: [], refersTo: [], inherits: [] }

function byName(left: ApiName, right: ApiName): number {
  if (left.name !== right.name) return left.name < right.name ? -1 : 1
  return left.from < right.from ? -1 : 1
}

function describeDeclaration(key: DeclarationKey, reader: DeclarationReader): ApiName {
  const { path, name } = splitKey(key)
  const declarations = reader.declarationsOf(key)
  const docs = declarations.flatMap((statement) => docOf(statement) ?? [])
  const refersTo = isGenerated(path)
    ? []
    : declarations.flatMap(referredNames).flatMap((written) => reader.resolve(path, written) ?? [])
  return {
    name,
    from: path,
    key,
    signature: declarations.map(signatureOf).join('\n'),
    text: docs.map(({ comment }) => ts.getTextOfJSDocComment(comment)).find(Boolean) ?? '',
    parameters: docs.flatMap(parametersIn),
    examples: docs.flatMap(examplesIn),
    refersTo: [...new Set(refersTo)].filter((each) => each !== key),
    inherits: declarations.flatMap(parentsOf).flatMap((parent) => inheritedFrom(parent, path, reader) ?? []),
  }
}

function inheritedFrom(parent: Parent, path: string, reader: DeclarationReader): Inherited | undefined {
  const from = reader.resolve(path, parent.written)
  if (from === undefined) return undefined
  const members = membersOf(from, reader).filter(
    (member) => !parent.without.includes(member) && (parent.only?.includes(member) ?? true),
  )
  return members.length === 0 ? undefined : { from, members }
}

/** Its own members, then those that it inherits itself. */
function membersOf(key: DeclarationKey, reader: DeclarationReader): readonly string[] {
  const { path } = splitKey(key)
  const declarations = reader.declarationsOf(key)
  const own = declarations.flatMap((each) =>
    ts.isInterfaceDeclaration(each) || ts.isClassDeclaration(each)
      ? [...each.members].filter((member) => !ts.isClassElement(member) || !isHidden(member))
      : [],
  )
  const names = own.flatMap(({ name }) =>
    name && (ts.isIdentifier(name) || ts.isStringLiteral(name)) ? [name.text] : [],
  )
  const inherited = declarations.flatMap(parentsOf).flatMap((each) => inheritedFrom(each, path, reader)?.members ?? [])
  return [...new Set([...names, ...inherited])]
}

/** The nearest comment: the first declaration of a file may have the module's comment above its own. */
function docOf(statement: ts.Statement): ts.JSDoc | undefined {
  return ts.getJSDocCommentsAndTags(statement).filter(ts.isJSDoc).at(-1)
}

function parametersIn({ tags }: ts.JSDoc): readonly string[] {
  return (tags ?? []).flatMap((tag) => {
    const text = (ts.getTextOfJSDocComment(tag.comment) ?? '').replace(/\s+/g, ' ').trim()
    if (text === '') return []
    if (ts.isJSDocParameterTag(tag)) return [`\`${tag.name.getText()}\`: ${text}`]
    return ts.isJSDocReturnTag(tag) ? [`Returns ${text}`] : []
  })
}

function examplesIn({ tags }: ts.JSDoc): readonly string[] {
  return (tags ?? [])
    .filter(({ tagName }) => tagName.text === 'example')
    .map(({ comment }) => (ts.getTextOfJSDocComment(comment) ?? '').trim())
    .filter(Boolean)
}

/** The text of a declaration, without the parts that users cannot access. */
function signatureOf(statement: ts.Statement): string {
  const file = statement.getSourceFile()
  const start = statement.getStart(file)
  let text = statement.getText(file)
  const members = ts.isClassDeclaration(statement) ? [...statement.members].reverse() : []
  for (const member of members.filter(isHidden)) {
    text = text.slice(0, member.pos - start) + text.slice(member.end - start)
  }
  return text.replace(/^(export )?(declare )?/, '')
}

export function firstSentence(text: string): string {
  const [paragraph = ''] = text.split(/\n\s*\n/)
  const line = paragraph.replace(/\s+/g, ' ').trim()
  return /^.*?[.!?](?=\s|$)/.exec(line)?.[0] ?? line
}
