/** What a module exports and where each name is declared, found by following its re-exports. No compiler needed. */
import { posix } from 'node:path'
import ts from 'typescript'

export interface ExportedName {
  readonly name: string
  /** Exported as a type only: it does not exist at run time. */
  readonly isType: boolean
  /** The file that declares it, or the package it comes from. */
  readonly from: string
  /** Its name there. */
  readonly declaredAs: string
}

/** The text of a file, given the path an import leads to. */
export type ReadText = (path: string) => string

export function exportedNames(path: string, read: ReadText): ExportedName[] {
  const found = new Map<string, ExportedName>()
  const file = ts.createSourceFile(path, read(path), ts.ScriptTarget.ESNext)
  const add = (each: ExportedName) => {
    const known = found.get(each.name)
    // A constant and its type may share a name: then the name exists at run time.
    found.set(each.name, known ? { ...each, isType: known.isType && each.isType } : each)
  }
  for (const statement of file.statements) {
    if (ts.isExportDeclaration(statement)) for (const each of reExported(path, statement, read)) add(each)
    else for (const each of declaredNames(statement)) add({ ...each, from: path, declaredAs: each.name })
  }
  return [...found.values()]
}

function reExported(path: string, statement: ts.ExportDeclaration, read: ReadText): ExportedName[] {
  const { exportClause: clause, moduleSpecifier: specifier } = statement
  const from = specifier && ts.isStringLiteral(specifier) ? specifier.text : undefined
  const target = from?.startsWith('.') ? posix.join(posix.dirname(path), from) : from
  const isFile = from?.startsWith('.') ?? false
  if (!clause) return isFile ? exportedNames(target!, read) : []
  if (!ts.isNamedExports(clause))
    return [{ name: clause.name.text, isType: false, from: target ?? path, declaredAs: '*' }]

  const behind = isFile ? new Map(exportedNames(target!, read).map((each) => [each.name, each])) : undefined
  return clause.elements.map(({ name, propertyName, isTypeOnly }) => {
    const declaredAs = (propertyName ?? name).text
    const origin = behind?.get(declaredAs) ?? { from: target ?? path, declaredAs, isType: false }
    return { ...origin, name: name.text, isType: origin.isType || isTypeOnly || statement.isTypeOnly }
  })
}

function declaredNames(statement: ts.Statement): { name: string; isType: boolean }[] {
  const modifiers = ts.canHaveModifiers(statement) ? (ts.getModifiers(statement) ?? []) : []
  if (!modifiers.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) return []
  if (ts.isVariableStatement(statement)) {
    return statement.declarationList.declarations.flatMap(({ name }) =>
      ts.isIdentifier(name) ? [{ name: name.text, isType: false }] : [],
    )
  }
  const isType = ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement)
  const isNamed = isType || ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement)
  return isNamed && statement.name ? [{ name: statement.name.text, isType }] : []
}
