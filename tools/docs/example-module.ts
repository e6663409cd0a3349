/** Converts an example into a module: its code in place, its assertions compiled in, the names of its package imported. */
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
 * @param prelude one line that imports the comparing function
 * @param surfaces exports of the package around a doc comment; a page of a guide has its own imports
 */
export function exampleModule(
  example: Example,
  page: string,
  { prelude, surfaces }: { readonly prelude: string; readonly surfaces: readonly Surface[] },
): string {
  const code = enforceAssertions(example.path, codeInPlace(example, page))
  // Line 1 of a page never contains code: the opening marker of a fence comes before it.
  return `${prelude}; ${importLine(surfaces, code)}export {}${code}`
}

function importLine(surfaces: readonly Surface[], code: string): string {
  const { mentioned, declared: taken } = namesIn(code)
  const imports = surfaces.flatMap(({ specifier, names }) => {
    const wanted = names.filter(({ name }) => mentioned.has(name) && !taken.has(name))
    // If two entries export the same name, the first one is used.
    for (const { name } of wanted) taken.add(name)
    const list = wanted.map(({ name, isType }) => (isType ? `type ${name}` : name)).join(', ')
    return wanted.length === 0 ? [] : [`import { ${list} } from '${specifier}'; `]
  })
  return imports.join('')
}

/** The identifiers that an example mentions, and those that it declares or imports at its top level. */
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
