/**
 * What a reconcile says of the status, written once at its end and only if it differs. Other writers of the same status keep
 * their fields: it is applied, under the controller's own name.
 */
import type { Client } from '@kubewright/client'
import {
  type Condition,
  type ConditionChange,
  deepEqual,
  type KubeObject,
  refOf,
  setCondition,
  type Verdict,
} from '@kubewright/core'
import type { Resource, StructuralSchema } from '@kubewright/resource'
import { controllerErrors } from './errors.ts'

export interface StatusWriterOptions {
  readonly resource: Resource
  readonly client: Client
  readonly fieldManager: string
  readonly now: () => number
  /** What was applied last, by uid. */
  readonly applied: Map<string, object>
}

type Status = Readonly<Record<string, unknown>> & { readonly conditions?: readonly Condition[] }

export class StatusWriter {
  readonly #options: StatusWriterOptions
  #wanted: { readonly status: object; readonly conditions: Readonly<Record<string, Verdict | undefined>> } | undefined

  constructor(options: StatusWriterOptions) {
    this.#options = options
  }

  /** The last word counts; conditions of earlier words stay unless they are named again. */
  set(status: object, conditions: Readonly<Record<string, Verdict | undefined>>): void {
    if (!this.#options.resource.subresources.includes('status')) throw statusless(this.#options.resource)
    this.#wanted = { status, conditions: { ...this.#wanted?.conditions, ...conditions } }
  }

  /** Writes it if it differs from what `object` has. Returns the object as it is then. */
  async flush(object: KubeObject, signal: AbortSignal): Promise<KubeObject> {
    if (this.#wanted === undefined) return object
    const { client, resource, fieldManager, applied } = this.#options
    const { uid } = object.metadata
    const current = ((object as { status?: Status }).status ?? {}) as Status
    const next = this.#merge(current, object.metadata.generation)
    if (isShownBy(next, current, applied.get(uid))) return object
    const { apiVersion, kind } = object
    // With its uid: an object that was made anew in the meantime is another one, of which nothing is known yet.
    const body = { apiVersion, kind, metadata: { ...refOf(object), uid }, status: next }
    const written = await client.status.apply(resource, body as never, { fieldManager, force: true, signal })
    applied.set(uid, next)
    return written
  }

  #merge(current: Status, generation: number | undefined): Status {
    const { status, conditions } = this.#wanted!
    const isCounted =
      generation !== undefined && (countsGenerations(this.#options.resource) || 'observedGeneration' in current)
    const observed = isCounted ? { observedGeneration: generation } : {}
    const changes = Object.entries(conditions).flatMap(([type, verdict]): ConditionChange[] =>
      verdict === undefined ? [] : [{ type, ...verdict, ...observed }],
    )
    if (changes.length === 0) return { ...status, ...observed }
    const judged = changes.reduce(
      (all, change) => setCondition(all, change, this.#options.now()),
      current.conditions ?? [],
    )
    // Only our own conditions are applied: the others are somebody else's.
    const own = judged.filter(({ type }) => type in conditions)
    return { ...status, ...observed, conditions: own }
  }
}

/**
 * Whether the status has all of `wanted`, and nothing that this controller set before and does not want any more. What it set
 * before is known if it did so itself; otherwise every field it does not want is suspect.
 */
function isShownBy(wanted: Status, current: Status, applied: object | undefined): boolean {
  const { conditions = [], ...fields } = wanted
  const { conditions: shown = [] } = current
  if (!Object.entries(fields).every(([field, value]) => deepEqual(value, current[field]))) return false
  if (!conditions.every((condition) => shown.some((one) => deepEqual(one, condition)))) return false
  const before = applied === undefined ? Object.keys(current) : Object.keys(applied)
  return before.every((field) => field in wanted || field === 'conditions')
}

/** Whether the status has a place for the generation it speaks of, as far as the definition of a custom resource tells. */
function countsGenerations(resource: Resource): boolean {
  const { schema } = resource as { schema?: StructuralSchema }
  return schema?.properties?.['status']?.properties?.['observedGeneration'] !== undefined
}

function statusless({ kind, plural }: Resource): Error {
  return controllerErrors('KW_CONTROLLER_STATUS', {
    what: `set the status of a ${kind}`,
    why: `${plural} have no status subresource`,
    next: 'Give its definition a `status` or `conditions`.',
    details: { kind },
  })
}
