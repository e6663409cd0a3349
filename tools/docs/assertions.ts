/** Turns `expression // => value` into a call that compares the two. */
import ts from 'typescript'
import { PageError } from './fence.ts'

/** The name of the comparing function in an example's module. */
export const compareName = '__compare'

const mark = '// =>'

/** The code with its assertions compiled in. Line numbers are unchanged. */
export function enforceAssertions(path: string, code: string): string {
  const file = ts.createSourceFile('example.ts', code, ts.ScriptTarget.ESNext)
  const lineAt = (position: number) => file.getLineAndCharacterOfPosition(position).line + 1
  assertParses(path, file)

  const lines = code.split('\n')
  const marks = new Set(lines.flatMap((line, index) => (line.includes(mark) ? [index + 1] : [])))
  let result = ''
  let copied = 0
  for (const statement of expressionStatements(file)) {
    const gap = /^[ \t]*\n?[ \t]*\/\/ =>/.exec(code.slice(statement.end))
    const start = statement.getStart(file)
    // An expression that is itself compared cannot contain another assertion: its mark stays and is reported below.
    if (!gap || start < copied) continue
    const line = lineAt(statement.end + gap[0].length)
    const actual = code.slice(start, statement.expression.end)
    const place = JSON.stringify(`${path}:${line}`)
    result += `${code.slice(copied, start)}${compareName}((${actual}), (${readValue(path, lines, line)}), ${place})`
    copied = statement.expression.end
    marks.delete(line)
  }
  for (const line of marks) throw new PageError(path, line, unattached)
  return result + code.slice(copied)
}

const unattached =
  `\`${mark}\` must follow an expression that is a statement of its own. ` +
  'Mind that a line starting with [, ( or ` continues the one before.'

/** The value may continue in the comment lines below until it is complete. */
function readValue(path: string, lines: readonly string[], line: number): string {
  const first = lines[line - 1]!
  let value = first.slice(first.indexOf(mark) + mark.length).trim()
  for (let next = line; !isExpression(value); next++) {
    const more = /^\s*\/\/(?! =>)(.*)$/.exec(lines[next] ?? '')
    if (!more) throw new PageError(path, line, `\`${value}\` is not a JavaScript expression.`)
    value += ` ${more[1]!.trim()}`
  }
  return value
}

function isExpression(text: string): boolean {
  const file = ts.createSourceFile('value.ts', `(${text})`, ts.ScriptTarget.ESNext)
  const [only, ...others] = file.statements
  if (!only || others.length > 0 || !ts.isExpressionStatement(only)) return false
  return ts.isParenthesizedExpression(only.expression) && problemsOf(file).length === 0
}

/** All of them in source order, including those inside blocks and callbacks. */
function expressionStatements(file: ts.SourceFile): ts.ExpressionStatement[] {
  const found: ts.ExpressionStatement[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isExpressionStatement(node)) found.push(node)
    ts.forEachChild(node, visit)
  }
  visit(file)
  return found
}

function assertParses(path: string, file: ts.SourceFile): void {
  const [problem] = problemsOf(file)
  if (!problem) return
  const { line } = file.getLineAndCharacterOfPosition(problem.start)
  throw new PageError(path, line + 1, ts.flattenDiagnosticMessageText(problem.messageText, ' '))
}

/** The parser stores its errors on the file in a property that the public types omit. */
function problemsOf(file: ts.SourceFile): readonly ts.DiagnosticWithLocation[] {
  return (file as ts.SourceFile & { parseDiagnostics: readonly ts.DiagnosticWithLocation[] }).parseDiagnostics
}
