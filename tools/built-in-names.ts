/** Finds declarations that shadow a built-in name: a reader, and a later edit of the file, would take one for the other. */
import ts from 'typescript'

/** Built-in values and types of the language. */
const ofLanguage =
  'Array ArrayBuffer AsyncDisposable AsyncGenerator AsyncIterable AsyncIterator Atomics BigInt Boolean DataView Date Disposable Error Function Generator Infinity Intl ' +
  'Iterable Iterator JSON Map Math NaN Number Object Promise PromiseLike Proxy RangeError ReferenceError Reflect RegExp Set String Symbol ' +
  'SyntaxError TypeError Uint8Array WeakMap WeakRef WeakSet escape eval globalThis isFinite isNaN parseFloat parseInt undefined unescape'

/** Built-in types of the compiler. */
const ofTypes =
  'Awaited Capitalize ConstructorParameters Exclude Extract InstanceType Lowercase NoInfer NonNullable Omit Parameters Partial Pick ' +
  'PropertyKey ReadonlyArray ReadonlyMap ReadonlySet Readonly Record Required ReturnType ThisType Uncapitalize Uppercase'

/**
 * Classes of Node. Functions and objects such as `fetch` and `process` are not checked: options that replace them in tests have these names.
 */
const ofNode =
  'AbortController AbortSignal Blob Buffer EventTarget FormData Headers ReadableStream Request Response TextDecoder TextEncoder URL ' +
  'URLSearchParams WebSocket WritableStream'

export const builtInNames: ReadonlySet<string> = new Set([ofLanguage, ofTypes, ofNode].join(' ').split(' '))

export interface Shadow {
  readonly name: string
  /** From 1. */
  readonly line: number
}

/** The declarations in a file, at any depth, whose name is built in. */
export function shadowsIn(path: string, text: string): readonly Shadow[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.ESNext)
  const found: Shadow[] = []
  const visit = (node: ts.Node): void => {
    const name = declaredName(node)
    if (name !== undefined && builtInNames.has(name.text))
      found.push({ name: name.text, line: file.getLineAndCharacterOfPosition(name.getStart(file)).line + 1 })
    ts.forEachChild(node, visit)
  }
  visit(file)
  return found
}

function declaredName(node: ts.Node): ts.Identifier | undefined {
  if (!isDeclaration(node) || node.name === undefined || !ts.isIdentifier(node.name)) return undefined
  return isAmbient(node) ? undefined : node.name
}

function isDeclaration(node: ts.Node): node is ts.NamedDeclaration & { readonly name?: ts.Node } {
  return (
    ts.isVariableDeclaration(node) ||
    ts.isParameter(node) ||
    ts.isBindingElement(node) ||
    ts.isFunctionDeclaration(node) ||
    ts.isClassDeclaration(node) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node) ||
    ts.isTypeParameterDeclaration(node) ||
    ts.isImportClause(node) ||
    ts.isImportSpecifier(node) ||
    ts.isNamespaceImport(node)
  )
}

/** `declare global` extends a built-in name. */
function isAmbient(node: ts.Node): boolean {
  return (
    ts.canHaveModifiers(node) &&
    (ts.getModifiers(node)?.some(({ kind }) => kind === ts.SyntaxKind.DeclareKeyword) ?? false)
  )
}
