/**
 * Compares `@default` tags with the code. A tag whose text is a literal, such as `@default '30s'`, must be a value that
 * the code of the same package uses as the fallback of an option of that name. Tags in words, and options without a
 * fallback in the code (an API server may have it), are not checked.
 */
import ts from 'typescript'

export type Literal = string | number | boolean

export interface DocumentedDefault {
  readonly name: string
  readonly place: string
  readonly value: Literal
}

interface Fallback {
  readonly name: string
  readonly value: ts.Expression
}

export interface SourceText {
  readonly path: string
  readonly text: string
}

/** One sentence for each tag that the code contradicts. */
export function findWrongDefaults(files: readonly SourceText[]): string[] {
  if (!files.some(({ text }) => text.includes('@default'))) return []
  const parsed = files.map(({ path, text }) => parse(path, text))
  const constants = new Map(parsed.flatMap(constantsIn))
  const fallbacks = parsed.flatMap(fallbacksIn)
  return parsed
    .filter(({ text }) => text.includes('@default'))
    .flatMap(documentedIn)
    .flatMap(({ name, place, value }) => {
      const found = fallbacks
        .filter((each) => each.name === name)
        .flatMap((each) => evaluate(each.value, constants) ?? [])
      if (found.length === 0 || found.includes(value)) return []
      return [
        `${place} documents ${JSON.stringify(value)} as the default of ${name}, but the code says ${found.join(' or ')}.`,
      ]
    })
}

/** Parsing comments is half of the cost, and most files have no tag. */
function parse(path: string, text: string): ts.SourceFile {
  const { ParseAll, ParseNone } = ts.JSDocParsingMode
  const jsDocParsingMode = text.includes('@default') ? ParseAll : ParseNone
  return ts.createSourceFile(path, text, { languageVersion: ts.ScriptTarget.ESNext, jsDocParsingMode }, true)
}

function documentedIn(file: ts.SourceFile): DocumentedDefault[] {
  return collect(file, (node) => {
    if (!ts.isPropertySignature(node) || !ts.isIdentifier(node.name)) return undefined
    const tag = ts.getJSDocTags(node).find(({ tagName }) => tagName.text === 'default')
    const value = tag && literalOf(ts.getTextOfJSDocComment(tag.comment) ?? '')
    if (value === undefined) return undefined
    const { line } = file.getLineAndCharacterOfPosition(node.name.getStart(file))
    return { name: node.name.text, place: `${file.fileName}:${line + 1}`, value }
  })
}

/** The forms of a fallback: `{ a = 1 }`, `(a = 1) =>`, `options.a ?? 1`, `{ a: 1, ...options }`, `defaults = { a: 1 }`. */
function fallbacksIn(file: ts.SourceFile): Fallback[] {
  return collect(file, (node) => {
    if ((ts.isBindingElement(node) || ts.isParameter(node)) && node.initializer) {
      const name = ts.isBindingElement(node) ? (node.propertyName ?? node.name) : node.name
      return { name: name.getText(file), value: node.initializer }
    }
    if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.QuestionQuestionToken) {
      return { name: node.left.getText(file).split('.').at(-1)!, value: node.right }
    }
    if (ts.isPropertyAssignment(node) && isInDefaults(node))
      return { name: node.name.getText(file), value: node.initializer }
    return undefined
  })
}

function isInDefaults(node: ts.PropertyAssignment): boolean {
  const siblings = node.parent.properties
  if (siblings.slice(siblings.indexOf(node)).some(ts.isSpreadAssignment)) return true
  const declaration = ts.findAncestor(node, ts.isVariableDeclaration)
  return declaration !== undefined && ts.isIdentifier(declaration.name) && /default/i.test(declaration.name.text)
}

function constantsIn(file: ts.SourceFile): [string, ts.Expression][] {
  return collect(file, (node) =>
    ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.initializer
      ? [node.name.text, node.initializer]
      : undefined,
  )
}

function literalOf(text: string): Literal | undefined {
  const [statement] = ts.createSourceFile('x.ts', `(${text})`, ts.ScriptTarget.ESNext).statements
  return statement && ts.isExpressionStatement(statement) ? evaluate(statement.expression, new Map()) : undefined
}

function evaluate(node: ts.Expression, constants: ReadonlyMap<string, ts.Expression>): Literal | undefined {
  if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node)) return evaluate(node.expression, constants)
  if (ts.isStringLiteralLike(node)) return node.text
  if (ts.isNumericLiteral(node)) return Number(node.text)
  if (node.kind === ts.SyntaxKind.TrueKeyword) return true
  if (node.kind === ts.SyntaxKind.FalseKeyword) return false
  if (ts.isBinaryExpression(node)) return calculate(node, constants)
  const behind = ts.isIdentifier(node) ? constants.get(node.text) : undefined
  return behind && evaluate(behind, new Map())
}

function calculate(node: ts.BinaryExpression, constants: ReadonlyMap<string, ts.Expression>): number | undefined {
  const [left, right] = [evaluate(node.left, constants), evaluate(node.right, constants)]
  if (typeof left !== 'number' || typeof right !== 'number') return undefined
  if (node.operatorToken.kind === ts.SyntaxKind.AsteriskToken) return left * right
  return node.operatorToken.kind === ts.SyntaxKind.AsteriskAsteriskToken ? left ** right : undefined
}

function collect<Found>(file: ts.SourceFile, find: (node: ts.Node) => Found | undefined): Found[] {
  const all: Found[] = []
  const visit = (node: ts.Node): void => {
    const found = find(node)
    if (found !== undefined) all.push(found)
    ts.forEachChild(node, visit)
  }
  visit(file)
  return all
}
