/** What another version takes over from the definition when it says nothing itself: columns, scale, selectable fields. */
import { resolveJsonPath, withMetadata } from './json-path.ts'
import { type Column, type PathProblem, type Scale, toScale, toSelectableFields } from './paths.ts'
import type { StructuralSchema } from './schema/structural-schema.ts'

export interface Paths {
  readonly columns?: Readonly<Record<string, Column | string>> | undefined
  readonly scale?: Scale | undefined
  readonly selectableFields?: readonly string[] | undefined
}

/**
 * The paths of `given` that mean the same in both schemas: they lead to a field of the same type. A path that does not
 * is left out, because the versions are there to differ.
 */
export function inheritedPaths(given: Paths, stored: StructuralSchema, schema: StructuralSchema): Paths {
  const { columns, scale, selectableFields } = given
  const isShared = (path: string) => {
    const type = typeAt(path, schema)
    return type !== undefined && type === typeAt(path, stored)
  }
  return {
    ...(columns && {
      columns: Object.fromEntries(Object.entries(columns).filter(([, each]) => isShared(pathOf(each)))),
    }),
    ...(scale && isClean((problems) => toScale(scale, schema, problems)) && { scale }),
    ...(selectableFields && {
      selectableFields: selectableFields.filter((path) =>
        isClean((problems) => toSelectableFields([path], schema, problems)),
      ),
    }),
  }
}

function pathOf(column: Column | string): string {
  return typeof column === 'string' ? column : column.path
}

/** The type of what a path leads to; `any` where the schema leaves it open. */
function typeAt(path: string, schema: StructuralSchema): string | undefined {
  const resolved = resolveJsonPath(path, withMetadata(schema))
  return 'schema' in resolved ? (resolved.schema.type ?? 'any') : undefined
}

function isClean(check: (problems: PathProblem[]) => unknown): boolean {
  const problems: PathProblem[] = []
  check(problems)
  return problems.length === 0
}
