/** The module an example becomes: its code in place, its assertions in force, the names of its package imported. */
import ts from 'typescript'
import type { ExportedName } from '../exported-names.ts'
import { enforceAssertions } from './assertions.ts'
import { codeInPlace, type Example } from './example.ts'

/** Names that an example in a doc comment may use without importing them. */
export interface Surface {
  readonly specifier: string
  readonly names: readonly Pick<ExportedName, 'name' | 'isType'>[]
}

/**
 * @param prelude one line that brings the comparing function into scope
 * @param surfaces what the package around a doc comment offers; a page of a guide imports by itself
 */
export function exampleModule(
  example: Example,
  page: string,
  { prelude, surfaces }: { readonly prelude: string; readonly surfaces: readonly Surface[] },
): string {
  const code = enforceAssertions(example.path, codeInPlace(example, page))
  // Line 1 of a page never holds code of a fence: at least the opening marker stands before it.
  return `${prelude}; ${importLine(surfaces, code)}export {}${code}`
}

function importLine(surfaces: readonly Surface[], code: string): string {
  const { mentioned, declared: taken } = namesIn(code)
  const imports = surfaces.flatMap(({ specifier, names }) => {
    const wanted = names.filter(({ name }) => mentioned.has(name) && !taken.has(name))
    // Two entries may export the same name: the first one gives it.
    for (const { name } of wanted) taken.add(name)
    const list = wanted.map(({ name, isType }) => (isType ? `type ${name}` : name)).join(', ')
    return wanted.length === 0 ? [] : [`import { ${list} } from '${specifier}'; `]
  })
  return imports.join('')
}

/** The identifiers an example mentions, and those it declares or imports at its top level. */
function namesIn(code: string): { mentioned: Set<string>; declared: Set<string> } {
  const file = ts.createSourceFile('example.ts', code, ts.ScriptTarget.ESNext)
  const mentioned = new Set<string>()
  const declared = new Set<string>()
  const declare = (node: ts.Node): void => {
    if (ts.isIdentifier(node)) declared.add(node.text)
    else ts.forEachChild(node, declare)
  }
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node)) mentioned.add(node.text)
    ts.forEachChild(node, visit)
  }
  visit(file)
  for (const statement of file.statements) {
    if (ts.isVariableStatement(statement)) for (const { name } of statement.declarationList.declarations) declare(name)
    else if (ts.isImportDeclaration(statement) && statement.importClause) declare(statement.importClause)
    else if ('name' in statement && statement.name) declare(statement.name as ts.Node)
  }
  return { mentioned, declared }
}
