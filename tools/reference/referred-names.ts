/** The names that a declaration refers to, and those whose members it inherits. */
import ts from 'typescript'
import { isHidden } from './hidden-member.ts'

/** A name as a file writes it: `Clock`, `core.Clock` or `import('./clock.ts').Clock`. */
export interface WrittenName {
  readonly name: string
  /** The namespace before the dot. */
  readonly namespace?: string
  /** The specifier in `import('…')`. */
  readonly specifier?: string
}

/** Every name once, in the order of the text. The type parameters of the declaration are left out. */
export function referredNames(statement: ts.Statement): readonly WrittenName[] {
  const found = new Map<string, WrittenName>()
  const parameters = new Set<string>()
  const visit = (node: ts.Node): void => {
    if (ts.isClassElement(node) && isHidden(node)) return
    if (ts.isTypeParameterDeclaration(node)) parameters.add(node.name.text)
    const written = writtenName(node)
    if (written) found.set(`${written.specifier ?? ''} ${written.namespace ?? ''} ${written.name}`, written)
    ts.forEachChild(node, visit)
  }
  visit(statement)
  return [...found.values()].filter(({ name, namespace }) => namespace !== undefined || !parameters.has(name))
}

export interface Parent {
  readonly written: WrittenName
  /** `Omit<Parent, …>` does not inherit these. */
  readonly without: readonly string[]
  /** `Pick<Parent, …>` inherits only these. */
  readonly only: readonly string[] | undefined
}

/** The interfaces and classes behind `extends`, and those within `Omit`, `Pick`, `Partial`, `Required` and `Readonly`. */
export function parentsOf(statement: ts.Statement): readonly Parent[] {
  if (!ts.isInterfaceDeclaration(statement) && !ts.isClassDeclaration(statement)) return []
  return (statement.heritageClauses ?? [])
    .filter(({ token }) => token === ts.SyntaxKind.ExtendsKeyword)
    .flatMap(({ types }) => types.flatMap((type) => parentBehind(type) ?? []))
}

function parentBehind(node: ts.Node): Parent | undefined {
  const written = writtenName(node)
  if (written === undefined) return undefined
  const [first, second] = (node as ts.NodeWithTypeArguments).typeArguments ?? []
  if (first === undefined || !wrappers.has(written.name)) return { written, without: [], only: undefined }
  const inner = parentBehind(first)
  if (inner === undefined || second === undefined) return inner
  const names = literals(second)
  return written.name === 'Omit' ? { ...inner, without: [...inner.without, ...names] } : { ...inner, only: names }
}

const wrappers = new Set(['Omit', 'Pick', 'Partial', 'Required', 'Readonly'])

function literals(node: ts.Node): string[] {
  if (ts.isUnionTypeNode(node)) return node.types.flatMap(literals)
  return ts.isLiteralTypeNode(node) && ts.isStringLiteral(node.literal) ? [node.literal.text] : []
}

function writtenName(node: ts.Node): WrittenName | undefined {
  if (ts.isTypeReferenceNode(node)) return fromEntity(node.typeName)
  if (ts.isTypeQueryNode(node) && !ts.isImportTypeNode(node.exprName)) return fromEntity(node.exprName)
  if (ts.isExpressionWithTypeArguments(node) && ts.isIdentifier(node.expression)) return { name: node.expression.text }
  if (!ts.isImportTypeNode(node) || node.qualifier === undefined || !ts.isIdentifier(node.qualifier)) return undefined
  const { argument } = node
  const isPath = ts.isLiteralTypeNode(argument) && ts.isStringLiteral(argument.literal)
  return isPath ? { name: node.qualifier.text, specifier: (argument.literal as ts.StringLiteral).text } : undefined
}

function fromEntity(entity: ts.EntityName): WrittenName | undefined {
  if (ts.isIdentifier(entity)) return { name: entity.text }
  return ts.isIdentifier(entity.left) ? { name: entity.right.text, namespace: entity.left.text } : undefined
}
