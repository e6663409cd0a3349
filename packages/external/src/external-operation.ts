/** An operation at the provider that takes its time, as the object bears it: whoever comes next can ask how it stands. */
import type { KubeObject } from '@kubewright/core'
import { operationAnnotation } from './names.ts'

const verbs = ['create', 'update', 'delete'] as const

export interface ExternalOperation {
  /** What began it. */
  readonly verb: (typeof verbs)[number]
  /** What the provider calls it: a name, a URL. */
  readonly id: string
}

/** How an operation stands. One that is done may say what the provider calls what it made, where that chooses names. */
export type OperationStanding = 'under way' | 'done' | { readonly externalName: string } | { readonly error: string }

/**
 * @example
 * ```ts
 * formatOperation({ verb: 'create', id: '/operations/7' }) // => 'create /operations/7'
 * ```
 */
export function formatOperation({ verb, id }: ExternalOperation): string {
  return `${verb} ${id}`
}

/**
 * Reads the annotation; `undefined` for what is none.
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
