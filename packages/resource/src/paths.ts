/** The paths in a definition: printer columns, the scale subresource, selectable fields. Validated against the schema. */
import type { CrdColumn, CrdScale } from './custom-resource-definition.ts'
import { resolveJsonPath, withMetadata } from './json-path.ts'
import { fieldAt } from './schema/field-path.ts'
import type { StructuralSchema } from './schema/structural-schema.ts'

/** One column of `kubectl get`, if a path alone is not enough. */
export interface Column {
  /** `.status.url` */
  readonly path: string
  /**
   * `date` shows how long ago an instant was, and `<invalid>` for a future one.
   *
   * @default what the schema says: integer, number, boolean, date for an instant outside `.spec`, string for all else
   */
  readonly type?: CrdColumn['type']
  readonly format?: 'int32' | 'int64' | 'float' | 'double' | 'byte' | 'date' | 'date-time' | 'password'
  readonly description?: string
  /** Columns above 0 are shown only with `-o wide`. @default 0 */
  readonly priority?: number
}

/** The paths that `kubectl scale` and autoscalers use. */
export interface Scale {
  /** Desired replicas: `.spec.replicas` */
  readonly spec: string
  /** Observed replicas: `.status.replicas` */
  readonly status: string
  /** A label selector as text: `.status.selector` */
  readonly selector?: string
}

export interface PathProblem {
  /** `columns.URL`, `scale.spec`, `selectableFields[0]`. */
  readonly name: string
  readonly path: string
  readonly why: string
}

/** The creation time. kubectl shows it by default, but not if a kind declares columns of its own. */
const age: CrdColumn = { name: 'Age', type: 'date', jsonPath: '.metadata.creationTimestamp' }

/** The columns of a version. `Age` comes last unless the author declares it. */
export function toColumns(
  columns: Readonly<Record<string, Column | string>>,
  schema: StructuralSchema,
  problems: PathProblem[],
): readonly CrdColumn[] {
  const given = Object.entries(columns).map(([name, column]) => {
    const { path, ...rest } = typeof column === 'string' ? { path: column } : column
    const resolved = resolveJsonPath(path, withMetadata(schema))
    if ('problem' in resolved) problems.push({ name: `columns.${name}`, path, why: resolved.problem })
    if (name === '') problems.push({ name: 'columns', path, why: 'has no name' })
    const type = 'schema' in resolved ? columnType(resolved.schema, path) : 'string'
    return { name, type, ...rest, jsonPath: path }
  })
  if (given.length === 0) return []
  return given.some(({ name }) => name.toLowerCase() === 'age') ? given : [...given, age]
}

/** An instant that the user declares may be in the future, where kubectl can show no age. */
function columnType({ type, format }: StructuralSchema, path: string): CrdColumn['type'] {
  if (type === 'integer' || type === 'number' || type === 'boolean') return type
  return type === 'string' && format === 'date-time' && !path.startsWith('.spec.') ? 'date' : 'string'
}

export function toScale(scale: Scale, schema: StructuralSchema, problems: PathProblem[]): CrdScale {
  const rules = [
    ['spec', scale.spec, ['.spec.'], 'integer'],
    ['status', scale.status, ['.status.'], 'integer'],
    ['selector', scale.selector, ['.spec.', '.status.'], 'string'],
  ] as const
  for (const [name, path, roots, type] of rules) {
    if (path === undefined) continue
    const why = scaleProblem(path, roots, type, schema)
    if (why !== undefined) problems.push({ name: `scale.${name}`, path, why })
  }
  return {
    specReplicasPath: scale.spec,
    statusReplicasPath: scale.status,
    ...(scale.selector === undefined ? {} : { labelSelectorPath: scale.selector }),
  }
}

function scaleProblem(
  path: string,
  roots: readonly string[],
  type: string,
  schema: StructuralSchema,
): string | undefined {
  if (!roots.some((root) => path.startsWith(root)))
    return `should be a path under ${roots.join(' or ').replaceAll('. ', ' ').replace(/\.$/, '')}`
  const found = fieldAt(schema, path, { allowBrackets: false })
  if ('problem' in found) return found.problem
  return found.schema.type === type
    ? undefined
    : `leads to a field of type ${found.schema.type ?? 'any'}, but must lead to one of type ${type}`
}

const mostSelectable = 8

export function toSelectableFields(
  paths: readonly string[],
  schema: StructuralSchema,
  problems: PathProblem[],
): readonly { readonly jsonPath: string }[] {
  paths.forEach((path, index) => {
    const why = selectableProblem(path, paths.slice(0, index), schema)
    if (why !== undefined) problems.push({ name: `selectableFields[${index}]`, path, why })
  })
  if (paths.length > mostSelectable) {
    problems.push({
      name: 'selectableFields',
      path: '',
      why: `has ${paths.length} entries; Kubernetes allows ${mostSelectable}`,
    })
  }
  return paths.map((jsonPath) => ({ jsonPath }))
}

function selectableProblem(path: string, earlier: readonly string[], schema: StructuralSchema): string | undefined {
  if (earlier.includes(path)) return 'comes twice'
  if (path.startsWith('.metadata.')) return 'must not point to fields in metadata'
  const found = fieldAt(schema, path, { allowBrackets: false })
  if ('problem' in found) return found.problem
  const isSelectable = ['string', 'boolean', 'integer'].includes(found.schema.type ?? '')
  return isSelectable ? undefined : 'must point to a field of type string, boolean or integer'
}
