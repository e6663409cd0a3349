/** A reference to an object: its name and, for namespaced kinds, its namespace. */
import { coreErrors } from '../errors.ts'

/** Identifies one object; the kind is known from context. */
export interface Ref {
  readonly name: string
  /** Absent for cluster-scoped objects. */
  readonly namespace?: string | undefined
}

/** The reference to an object. */
export function refOf(object: { readonly metadata: Ref }): Ref {
  const { name, namespace } = object.metadata
  return namespace === undefined ? { name } : { name, namespace }
}

/**
 * `namespace/name`, or `name` alone for cluster-scoped objects. References to the same object have the same text, so it can serve as
 * a key.
 *
 * @example
 * ```ts
 * formatRef({ namespace: 'default', name: 'blog' }) // => 'default/blog'
 * ```
 */
export function formatRef({ name, namespace }: Ref): string {
  return namespace === undefined || namespace === '' ? name : `${namespace}/${name}`
}

/** The inverse of `formatRef`. */
export function parseRef(text: string): Ref {
  const parts = text.split('/')
  if (parts.length > 2 || parts.some((part) => part === '')) {
    throw coreErrors('KW_CORE_REFERENCE', {
      what: `read the reference ${JSON.stringify(text)}`,
      why: 'it is neither a name nor namespace/name',
      next: "Write 'default/blog', or 'blog' for a cluster-scoped object.",
      details: { given: text },
    })
  }
  return parts.length === 2 ? { namespace: parts[0]!, name: parts[1]! } : { name: parts[0]! }
}
