/** The facts about a source file for the layer rules: its imports, and whether it reads the clock. */
import ts from 'typescript'

export interface Import {
  readonly specifier: string
  readonly line: number
  /** Erased by the compiler: it loads nothing at run time. */
  readonly isTypeOnly: boolean
  /** `export * from`, which exports names that were not chosen one by one. */
  readonly isStar?: true
}

export interface SourceFile {
  /** Relative to the repository, with forward slashes. */
  readonly path: string
  readonly imports: readonly Import[]
  /** The lines with a `new Date()` without arguments. */
  readonly bareDates: readonly number[]
}

/**
 * Reads a file's imports in every form: `import`, `export … from`, `import()` and the `import('…').Name` of types.
 *
 * `import { type A } from` counts as a run-time import, because with `verbatimModuleSyntax` the compiler keeps it.
 */
export function readSourceFile(path: string, text: string): SourceFile {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.ESNext)
  const imports: Import[] = []
  const bareDates: number[] = []
  const lineOf = (node: ts.Node) => file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1

  const visit = (node: ts.Node): void => {
    const found = importIn(node)
    if (found) imports.push({ ...found, line: lineOf(node) })
    if (isBareDate(node)) bareDates.push(lineOf(node))
    ts.forEachChild(node, visit)
  }
  // Most files have neither, and generated ones are long: descends below the top level only if needed.
  if (/\bimport\s*\(|\bnew\s+Date\b/.test(text)) ts.forEachChild(file, visit)
  else for (const statement of file.statements) visitTop(statement)
  return { path, imports, bareDates }

  function visitTop(statement: ts.Statement): void {
    const found = importIn(statement)
    if (found) imports.push({ ...found, line: lineOf(statement) })
  }
}

function importIn(node: ts.Node): Omit<Import, 'line'> | undefined {
  if (ts.isImportDeclaration(node)) {
    return literal(node.moduleSpecifier, node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword)
  }
  if (ts.isExportDeclaration(node)) {
    const found = literal(node.moduleSpecifier, node.isTypeOnly)
    return found && !node.exportClause ? { ...found, isStar: true } : found
  }
  if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) return literal(node.argument.literal, true)
  const isDynamic = ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword
  return isDynamic ? literal(node.arguments[0], false) : undefined
}

function literal(node: ts.Node | undefined, isTypeOnly: boolean): Omit<Import, 'line'> | undefined {
  return node && ts.isStringLiteralLike(node) ? { specifier: node.text, isTypeOnly } : undefined
}

function isBareDate(node: ts.Node): boolean {
  if (!ts.isNewExpression(node) || !ts.isIdentifier(node.expression)) return false
  return node.expression.text === 'Date' && (node.arguments?.length ?? 0) === 0
}
