/** Validates the options of explorations that name fields: a wrong one would excuse too much, or nothing. */
import { testingErrors } from '../../errors.ts'
import { isFieldPath } from '../state/field-path.ts'

export interface FieldOptions {
  readonly ignore?: readonly unknown[]
  readonly fixed?: readonly unknown[]
}

/** Failure: `KW_TESTING_EXPLORATION`. */
export function checkFieldOptions({ ignore = [], fixed = [] }: FieldOptions): void {
  for (const field of fixed) if (!isFieldPath(field)) throw wrongField('fixed', field, pathHint)
  for (const field of ignore) {
    const path = typeof field === 'string' ? field : pathOfKind(field)
    if (path === undefined) throw wrongField('ignore', field, kindHint)
    if (!isFieldPath(path)) throw wrongField('ignore', path, pathHint)
  }
}

const pathHint =
  'Close each bracket, and quote the keys in it: "metadata.annotations[\'example.dev/seen\']", "spec.ports[0]".'
const kindHint = "Pass a path, or a kind with a path: { kind: ConfigMap, path: 'data.seen' }."

/** The path of `{ kind: ConfigMap, path: 'data.seen' }`; `undefined` if it has another form. */
function pathOfKind(field: unknown): string | undefined {
  const { kind, path } = (field ?? {}) as {
    readonly kind?: { readonly kind?: unknown } | null
    readonly path?: unknown
  }
  return typeof kind?.kind === 'string' && typeof path === 'string' ? path : undefined
}

function wrongField(option: keyof FieldOptions, field: unknown, next: string): Error {
  return testingErrors('KW_TESTING_EXPLORATION', {
    what: `explore with \`${option}: [${JSON.stringify(field) ?? String(field)}]\``,
    why: typeof field === 'string' ? 'that is not the path of a field' : 'that names no field',
    next,
  })
}
