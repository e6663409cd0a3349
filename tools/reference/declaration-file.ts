/** One declaration file, parsed: what it declares, and where the names come from that it imports. */
import { posix } from 'node:path'
import ts from 'typescript'

export interface ImportedName {
  /** A file, or the specifier of a package. */
  readonly from: string
  /** Its name there; `*` for all names. */
  readonly name: string
}

export interface DeclarationFile {
  readonly path: string
  readonly source: ts.SourceFile
  /** Several of one name are overloads, or a type beside its constant. */
  readonly declarations: ReadonlyMap<string, readonly ts.Statement[]>
  readonly imports: ReadonlyMap<string, ImportedName>
}

/** @param path of the source file, relative to the repository */
export function parseDeclarations(path: string, text: string): DeclarationFile {
  const source = ts.createSourceFile('x.d.ts', text, ts.ScriptTarget.ESNext, true)
  const declarations = new Map<string, ts.Statement[]>()
  for (const statement of source.statements) {
    for (const name of declaredNames(statement)) declarations.set(name, [...(declarations.get(name) ?? []), statement])
  }
  const imports = new Map(source.statements.filter(ts.isImportDeclaration).flatMap((each) => importedNames(path, each)))
  return { path, source, declarations, imports }
}

/** Where an import specifier of a file leads: a file, or the same specifier. */
export function importTarget(path: string, specifier: string): string {
  return specifier.startsWith('.') ? posix.join(posix.dirname(path), specifier) : specifier
}

function declaredNames(statement: ts.Statement): string[] {
  if (ts.isVariableStatement(statement)) {
    return statement.declarationList.declarations.flatMap(({ name }) => (ts.isIdentifier(name) ? [name.text] : []))
  }
  const name = 'name' in statement ? (statement.name as ts.Node | undefined) : undefined
  return name !== undefined && ts.isIdentifier(name) ? [name.text] : []
}

function importedNames(
  path: string,
  { importClause, moduleSpecifier }: ts.ImportDeclaration,
): [string, ImportedName][] {
  const from = importTarget(path, (moduleSpecifier as ts.StringLiteral).text)
  const bindings = importClause?.namedBindings
  if (bindings === undefined) return []
  if (ts.isNamespaceImport(bindings)) return [[bindings.name.text, { from, name: '*' }]]
  return bindings.elements.map(({ name, propertyName }) => [name.text, { from, name: (propertyName ?? name).text }])
}
