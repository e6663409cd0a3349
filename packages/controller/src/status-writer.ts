/**
 * What a reconcile says of the status, written once at its end and only if it differs. Other writers of the same status keep
 * their fields: it is applied, under the controller's own name.
 */
import { type Client, ignoreNotFound, isConflict, isNotFound } from '@kubewright/client'
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
import { type AppliedStatus, appliedStatusIn, appliedStatusOf } from './applied-status.ts'
import { controllerErrors } from './errors.ts'

export interface StatusWriterOptions {
  readonly resource: Resource
  readonly client: Client
  readonly fieldManager: string
  readonly now: () => number
  /** What is known to be the controller's own, by uid. */
  readonly applied: Map<string, AppliedStatus>
}

/** So often it is tried again at once, if somebody else writes the object at the same time. */
const mostAttempts = 5

type Status = Readonly<Record<string, unknown>> & { readonly conditions?: readonly Condition[] }

export class StatusWriter {
  readonly #options: StatusWriterOptions
  #wanted: { readonly status: object; readonly conditions: Readonly<Record<string, Verdict | undefined>> } | undefined

  constructor(options: StatusWriterOptions) {
    this.#options = options
  }

  /** Whether there is anything to write. */
  get isSet(): boolean {
    return this.#wanted !== undefined
  }

  /** The last word counts; conditions of earlier words stay unless they are named again. */
  set(status: object, conditions: Readonly<Record<string, Verdict | undefined>>): void {
    if (!this.#options.resource.subresources.includes('status')) throw statusless(this.#options.resource)
    this.#wanted = { status, conditions: { ...this.#wanted?.conditions, ...conditions } }
  }

  /**
   * Writes it if it differs from what `object` has. Returns the object as it is then; nothing if it is gone, whoever has its
   * name now.
   *
   * @param generation the one that was reconciled, which the status speaks of; `object` may have moved on since
   */
  async flush(
    object: KubeObject,
    generation: number | undefined,
    signal: AbortSignal,
  ): Promise<KubeObject | undefined> {
    if (this.#wanted === undefined) return object
    let latest = object
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#write(latest, generation, signal)
      } catch (error) {
        if (isNotFound(error)) return undefined
        if (!isConflict(error) || attempt === mostAttempts) throw error
      }
      const live = await this.#ask(object, signal)
      if (live === undefined) return undefined
      latest = live
    }
  }

  /**
   * With the version it was seen in: of a custom resource whose status is written, servers look at nothing else that would tell
   * it from one that was made anew under its name.
   */
  async #write(
    object: KubeObject,
    generation: number | undefined,
    signal: AbortSignal,
  ): Promise<KubeObject | undefined> {
    const { client, resource, fieldManager, applied } = this.#options
    const { apiVersion, kind, metadata } = object
    const { uid, resourceVersion } = metadata
    const current = ((object as { status?: Status }).status ?? {}) as Status
    const own = applied.get(uid) ?? (await this.#ownOf(object, current, signal))
    if (own === undefined) return undefined
    const next = this.#merge(current, own, generation)
    if (isShownBy(next, current, own)) return object
    const body = { apiVersion, kind, metadata: { ...refOf(object), resourceVersion }, status: next }
    const written = await client.status.apply(resource, body as never, { fieldManager, force: true, signal })
    applied.set(uid, appliedStatusOf(next))
    return written
  }

  /** Whose everything is that this reconcile does not speak of, only the server knows after a restart. */
  async #ownOf(object: KubeObject, current: Status, signal: AbortSignal): Promise<AppliedStatus | undefined> {
    const { status, conditions } = this.#wanted!
    const spoken = appliedStatusOf({ ...status, observedGeneration: 0 })
    const shown = appliedStatusOf(current)
    const isAllSpokenOf =
      [...shown.fields].every((field) => spoken.fields.has(field)) &&
      [...shown.conditions].every((type) => isNamed(conditions, type))
    if (isAllSpokenOf) return spoken
    const live = await this.#ask(object, signal)
    return live && this.#options.applied.get(live.metadata.uid)
  }

  /** The object as the server has it, and with it what of its status is the controller's own; nothing if it is gone. */
  async #ask(object: KubeObject, signal: AbortSignal): Promise<KubeObject | undefined> {
    const { client, resource, fieldManager, applied } = this.#options
    const { uid } = object.metadata
    const live = await client.get(resource, refOf(object), { omitManagedFields: false, signal }).catch(ignoreNotFound)
    if (live?.metadata.uid !== uid) return undefined
    applied.set(uid, appliedStatusIn(live, fieldManager))
    return live
  }

  #merge(current: Status, own: AppliedStatus, generation: number | undefined): Status {
    const { status, conditions } = this.#wanted!
    const isCounted =
      generation !== undefined && (countsGenerations(this.#options.resource) || 'observedGeneration' in current)
    const observed = isCounted ? { observedGeneration: generation } : {}
    const changes = Object.entries(conditions).flatMap(([type, verdict]): ConditionChange[] =>
      verdict === undefined ? [] : [{ type, ...verdict, ...observed }],
    )
    const judged = changes.reduce(
      (all, change) => setCondition(all, change, this.#options.now()),
      current.conditions ?? [],
    )
    // Only our own conditions are applied, those of earlier reconciles too: the others are somebody else's.
    const ours = judged.filter(({ type }) => isNamed(conditions, type) || own.conditions.has(type))
    return { ...status, ...observed, ...(ours.length === 0 ? {} : { conditions: ours }) }
  }
}

/** Whether the status has all of `wanted`, and nothing of the controller's own that it does not want any more. */
function isShownBy(wanted: Status, current: Status, own: AppliedStatus): boolean {
  const { conditions = [], ...fields } = wanted
  const { conditions: shown = [] } = current
  if (!Object.entries(fields).every(([field, value]) => deepEqual(value, current[field]))) return false
  if (!conditions.every((condition) => shown.some((one) => deepEqual(one, condition)))) return false
  return [...own.fields].every((field) => isNamed(wanted, field) || !isNamed(current, field))
}

/** Anybody may call a field or a condition `constructor`. */
function isNamed(members: Readonly<Record<string, unknown>>, name: string): boolean {
  return Object.hasOwn(members, name) && members[name] !== undefined
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
