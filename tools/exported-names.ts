/** The exports of a module and where each name is declared, found by following re-exports. Needs no compiler. */
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

/** Returns the text of the file that an import leads to. */
export type ReadText = (path: string) => string

/** @param known memoized results by file; pass the same map again to save work */
export function exportedNames(
  path: string,
  read: ReadText,
  known = new Map<string, readonly ExportedName[]>(),
): readonly ExportedName[] {
  const names = known.get(path) ?? readNames(path, read, known)
  known.set(path, names)
  return names
}

type Known = Map<string, readonly ExportedName[]>

function readNames(path: string, read: ReadText, known: Known): ExportedName[] {
  const found = new Map<string, ExportedName>()
  const file = ts.createSourceFile(path, read(path), ts.ScriptTarget.ESNext)
  const add = (each: ExportedName) => {
    const twin = found.get(each.name)
    // A constant and its type may share a name: the name then exists at run time.
    found.set(each.name, twin ? { ...each, isType: twin.isType && each.isType } : each)
  }
  for (const statement of file.statements) {
    if (ts.isExportDeclaration(statement))
      for (const each of reExported(path, statement, (target) => exportedNames(target, read, known))) add(each)
    else for (const each of declaredNames(statement)) add({ ...each, from: path, declaredAs: each.name })
  }
  return [...found.values()]
}

function reExported(
  path: string,
  { exportClause: clause, moduleSpecifier, isTypeOnly }: ts.ExportDeclaration,
  namesOf: (path: string) => readonly ExportedName[],
): readonly ExportedName[] {
  const specifier = moduleSpecifier && ts.isStringLiteral(moduleSpecifier) ? moduleSpecifier.text : undefined
  const file = specifier?.startsWith('.') ? posix.join(posix.dirname(path), specifier) : undefined
  const from = file ?? specifier ?? path
  if (!clause) return file === undefined ? [] : namesOf(file)
  if (!ts.isNamedExports(clause)) return [{ name: clause.name.text, isType: false, from, declaredAs: '*' }]

  const behind = new Map((file === undefined ? [] : namesOf(file)).map((each) => [each.name, each]))
  return clause.elements.map((element) => {
    const declaredAs = (element.propertyName ?? element.name).text
    const origin = behind.get(declaredAs) ?? { from, declaredAs, isType: false }
    return { ...origin, name: element.name.text, isType: origin.isType || element.isTypeOnly || isTypeOnly }
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
