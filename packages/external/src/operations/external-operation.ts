/** A long-running operation at the provider, recorded on the object so that any process can poll it. See decision 0183. */
import type { KubeObject } from '@kubewright/core'
import { operationAnnotation } from '../names.ts'

/** The changes that an external API may take a while to make. */
const verbs = ['create', 'update', 'delete'] as const

/** A long-running operation in progress at the provider, as recorded in the annotation of the object. */
export interface ExternalOperation {
  /** The call that started it. */
  readonly verb: (typeof verbs)[number]
  /** The provider's id of it: a name, a URL. */
  readonly id: string
}

/** The state of an operation. A finished creation may return the name of the resource, where the provider assigns names. */
export type OperationStatus = 'under way' | 'done' | { readonly externalName: string } | { readonly error: string }

/**
 * The text of a running operation, as its annotation holds it.
 *
 * @example
 * ```ts
 * formatOperation({ verb: 'create', id: '/operations/7' }) // => 'create /operations/7'
 * ```
 */
export function formatOperation({ verb, id }: ExternalOperation): string {
  return `${verb} ${id}`
}

/**
 * Parses the annotation; `undefined` if it is invalid.
 *
 * @example
 * ```ts
 * parseOperation('create /operations/7') // => { verb: 'create', id: '/operations/7' }
 * parseOperation('hello') // => undefined
 * ```
 */
export function parseOperation(annotation: string | undefined): ExternalOperation | undefined {
  const [word, id] = /^(\w+) (.+)$/s.exec(annotation ?? '')?.slice(1) ?? []
  const verb = verbs.find((one) => one === word)
  return verb === undefined || id === undefined ? undefined : { verb, id }
}

export function operationOf({ metadata }: KubeObject): ExternalOperation | undefined {
  return parseOperation(metadata.annotations?.[operationAnnotation])
}
