/** The exports of one import path of a package: each name with its signature and the first sentence of its comment. */
import ts from 'typescript'
import { exportedNames, type ReadText } from '../exported-names.ts'

export interface ApiName {
  readonly name: string
  /** The source file, relative to the repository; or the package that a name is re-exported from. */
  readonly from: string
  /** The declarations, without bodies. Empty if the name is re-exported from another package. */
  readonly signature: string
  readonly sentence: string
  readonly hasExample: boolean
}

/**
 * @param path source file of the entry
 * @param readDeclarations returns the text of the declaration file of a source file
 */
export function readApiEntry(path: string, readDeclarations: ReadText): ApiName[] {
  return exportedNames(path, readDeclarations)
    .map(({ name, from, declaredAs }) => describeName(name, { from, declaredAs, readDeclarations }))
    .sort((left, right) => (left.name < right.name ? -1 : 1))
}

function describeName(
  name: string,
  { from, declaredAs, readDeclarations }: { from: string; declaredAs: string; readDeclarations: ReadText },
): ApiName {
  if (!from.endsWith('.ts')) return { name, from, signature: '', sentence: '', hasExample: false }
  const file = ts.createSourceFile('x.d.ts', readDeclarations(from), ts.ScriptTarget.ESNext, true)
  const declarations = file.statements.filter((statement) => declares(statement, declaredAs))
  const docs = declarations.flatMap((statement) => docOf(statement) ?? [])
  return {
    name,
    from,
    signature: declarations.map((statement) => signatureOf(statement, file)).join('\n'),
    sentence: firstSentence(docs.map((doc) => ts.getTextOfJSDocComment(doc.comment)).find(Boolean) ?? ''),
    hasExample: docs.some((doc) => doc.tags?.some((tag) => tag.tagName.text === 'example')),
  }
}

/** The nearest comment: the first declaration of a file may have the module's comment above its own. */
function docOf(statement: ts.Statement): ts.JSDoc | undefined {
  return ts.getJSDocCommentsAndTags(statement).filter(ts.isJSDoc).at(-1)
}

function declares(statement: ts.Statement, name: string): boolean {
  if (ts.isVariableStatement(statement)) {
    return statement.declarationList.declarations.some((each) => ts.isIdentifier(each.name) && each.name.text === name)
  }
  return 'name' in statement && (statement.name as ts.Identifier | undefined)?.text === name
}

/** The text of a declaration, without the parts that users cannot access. */
function signatureOf(statement: ts.Statement, file: ts.SourceFile): string {
  const start = statement.getStart(file)
  let text = statement.getText(file)
  const members = ts.isClassDeclaration(statement) ? [...statement.members].reverse() : []
  for (const member of members.filter(isHidden)) {
    text = text.slice(0, member.pos - start) + text.slice(member.end - start)
  }
  return text.replace(/^export (declare )?/, '')
}

function isHidden(member: ts.ClassElement): boolean {
  const isPrivate = ts.getCombinedModifierFlags(member) & ts.ModifierFlags.Private
  return isPrivate !== 0 || (member.name !== undefined && ts.isPrivateIdentifier(member.name))
}

export function firstSentence(text: string): string {
  const [paragraph = ''] = text.split(/\n\s*\n/)
  const line = paragraph.replace(/\s+/g, ' ').trim()
  return /^.*?[.!?](?=\s|$)/.exec(line)?.[0] ?? line
}
