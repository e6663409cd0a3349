/** The module an example becomes: its code in place, its assertions in force, the names of its package imported. */
import ts from 'typescript'
import { enforceAssertions } from './assertions.ts'
import { codeInPlace, type Example } from './example.ts'

/** What the entry of a package exports, and whether each name is only a type. */
export interface Surface {
  readonly specifier: string
  readonly names: ReadonlyMap<string, { readonly isType: boolean }>
}

/** Reads the names a package's entry lists. House style has them one by one, so that no compiler is needed. */
export function readSurface(specifier: string, entryText: string): Surface {
  const names = new Map<string, { isType: boolean }>()
  const file = ts.createSourceFile('index.ts', entryText, ts.ScriptTarget.ESNext)
  for (const statement of file.statements) {
    if (!ts.isExportDeclaration(statement) || !statement.exportClause) continue
    if (!ts.isNamedExports(statement.exportClause)) continue
    for (const element of statement.exportClause.elements) {
      names.set(element.name.text, { isType: statement.isTypeOnly || element.isTypeOnly })
    }
  }
  return { specifier, names }
}

/**
 * @param prelude one line that brings the comparing function into scope
 * @param surface the package whose doc comment holds the example; a page of a guide has none and imports by itself
 */
export function exampleModule(
  example: Example,
  page: string,
  { prelude, surface }: { readonly prelude: string; readonly surface: Surface | undefined },
): string {
  const code = enforceAssertions(example.path, codeInPlace(example, page))
  // Line 1 of a page never holds code of a fence: at least the opening marker stands before it.
  return `${prelude}; ${surface ? importLine(surface, code) : ''}export {}${code}`
}

function importLine({ specifier, names }: Surface, code: string): string {
  const { mentioned, declared } = namesIn(code)
  const wanted = [...names].filter(([name]) => mentioned.has(name) && !declared.has(name))
  if (wanted.length === 0) return ''
  const list = wanted.map(([name, { isType }]) => (isType ? `type ${name}` : name)).join(', ')
  return `import { ${list} } from '${specifier}'; `
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
