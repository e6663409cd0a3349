/** The columns, scale and selectable fields that another version inherits from the definition. */
import { resolveJsonPath, withMetadata } from './json-path.ts'
import { type Column, type PathProblem, type Scale, toScale, toSelectableFields } from './paths.ts'
import type { StructuralSchema } from './schema/structural-schema.ts'

export interface Paths {
  readonly columns?: Readonly<Record<string, Column | string>> | undefined
  readonly scale?: Scale | undefined
  readonly selectableFields?: readonly string[] | undefined
}

/**
 * The paths of `given` that resolve to a field of the same type in both schemas. Other paths are dropped, because versions may differ.
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

/** The type of the field at a path; `any` if the schema leaves it open. */
function typeAt(path: string, schema: StructuralSchema): string | undefined {
  const resolved = resolveJsonPath(path, withMetadata(schema))
  return 'schema' in resolved ? (resolved.schema.type ?? 'any') : undefined
}

function isClean(check: (problems: PathProblem[]) => unknown): boolean {
  const problems: PathProblem[] = []
  check(problems)
  return problems.length === 0
}
