/** Finds public names without a doc comment: those that an entry of a package exports. Needs no compiler. */
import ts from 'typescript'
import { exportedNames, type ReadText } from '../exported-names.ts'
import type { Package } from '../workspace.ts'

/** `@kubewright/core: parseX (packages/core/src/x.ts)`, for each undocumented name. */
export function undocumentedNames(packages: readonly Package[], read: ReadText): readonly string[] {
  const documented = new Map<string, ReadonlySet<string>>()
  return packages.flatMap(({ entries }) =>
    [...entries].flatMap(([specifier, entry]) =>
      exportedNames(entry, read)
        .filter(({ from }) => !from.startsWith('@') && !from.includes('/generated/'))
        .filter(({ from, declaredAs }) => {
          if (!documented.has(from)) documented.set(from, documentedIn(from, read(from)))
          return !documented.get(from)!.has(declaredAs)
        })
        .map(({ name, from }) => `${specifier}: ${name} (${from})`),
    ),
  )
}

/** The declared names with a doc comment. One of several declarations of a name is enough: overloads, or a type beside its constant. */
export function documentedIn(path: string, text: string): ReadonlySet<string> {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.ESNext, true)
  return new Set(file.statements.filter(hasDocComment).flatMap(namesOf))
}

/** A comment above an empty line describes the file. */
function hasDocComment(statement: ts.Statement): boolean {
  const comment = ts.getJSDocCommentsAndTags(statement).at(-1)
  return comment !== undefined && !/^\s*\n\s*\n/.test(statement.getSourceFile().text.slice(comment.getEnd()))
}

function namesOf(statement: ts.Statement): readonly string[] {
  if (ts.isVariableStatement(statement)) return statement.declarationList.declarations.map(({ name }) => name.getText())
  const { name } = statement as ts.DeclarationStatement
  return name === undefined ? [] : [name.text]
}
