/**
 * Writes the status set by a reconcile, once at its end and only if it differs. It uses server-side apply with the controller as
 * field manager, so that other writers of the same status keep their fields.
 * See decision 0148.
 */
import { type Client, ignoreNotFound, isConflict, isNotFound } from '@kubewright/client'
import { type Condition, type KubeObject, refOf, setCondition, type Verdict } from '@kubewright/core'
import { deepEqual, getOwn } from '@kubewright/core/json'
import type { ConditionChange } from '@kubewright/core/object'
import type { Resource, StructuralSchema } from '@kubewright/resource'
import { type AppliedStatus, appliedStatusIn, appliedStatusOf } from './applied-status.ts'
import { controllerErrors } from '../errors.ts'

export interface StatusWriterOptions {
  readonly resource: Resource
  readonly client: Client
  readonly fieldManager: string
  readonly now: () => number
  /** The status fields the controller is known to own, by uid. */
  readonly applied: Map<string, AppliedStatus>
  /** Set if the server's schema lacks `observedGeneration`: its definition of the kind is older than this program's. */
  readonly generations?: { areDropped: boolean }
}

/** Immediate retries on write conflicts. */
const mostAttempts = 5

type Status = Readonly<Record<string, unknown>> & { readonly conditions?: readonly Condition[] }

interface Wanted {
  readonly status: object
  readonly conditions: Readonly<Record<string, Verdict | undefined>>
}

export class StatusWriter {
  readonly #options: StatusWriterOptions
  #wanted: Wanted | undefined

  #judged: { readonly type: string; readonly verdict: Verdict | undefined } | undefined

  constructor(options: StatusWriterOptions) {
    this.#options = options
  }

  /** Whether there is anything to write. */
  get isSet(): boolean {
    return this.#wanted !== undefined || this.#judged !== undefined
  }

  /**
   * Sets a condition beside the reconcile's status, unless that names the same type; `undefined` removes it. Everything else is kept if
   * the reconcile sets no status.
   */
  judge(type: string, verdict: Verdict | undefined): void {
    this.#judged = { type, verdict }
  }

  /** The last status wins; conditions of earlier calls stay unless they are set again. */
  set(status: object, conditions: Readonly<Record<string, Verdict | undefined>>): void {
    if (!this.#options.resource.subresources.includes('status')) throw statusless(this.#options.resource)
    this.#wanted = { status, conditions: { ...this.#wanted?.conditions, ...conditions } }
  }

  /**
   * Writes the status if it differs from that of `object`. Returns the resulting object; `undefined` if it is gone, even if another
   * object has its name.
   *
   * @param generation the reconciled generation, to which the status refers; `object` may be newer
   */
  async flush(
    object: KubeObject,
    generation: number | undefined,
    signal: AbortSignal,
  ): Promise<KubeObject | undefined> {
    if (!this.isSet) return object
    let latest = object
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#write(latest, generation, signal)
      } catch (error) {
        if (isNotFound(error)) return undefined
        if (this.#dropsGenerations(error)) continue
        if (!isConflict(error) || attempt === mostAttempts) throw error
      }
      const live = await this.#ask(object, signal)
      if (live === undefined) return undefined
      latest = live
    }
  }

  /** Whether the server rejects `observedGeneration` as undeclared. If so it is omitted from now on. See decision 0296. */
  #dropsGenerations(error: unknown): boolean {
    const { generations } = this.#options
    if (generations === undefined || generations.areDropped || !(error instanceof Error)) return false
    generations.areDropped = error.message.includes('.status.observedGeneration: field not declared in schema')
    return generations.areDropped
  }

  /**
   * Sends the resourceVersion: on a status write of a custom resource, servers check nothing else that would distinguish the object
   * from one recreated under its name.
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
    const body = {
      apiVersion,
      kind,
      metadata: { ...refOf(object), resourceVersion },
      ...(Object.keys(next).length === 0 ? {} : { status: next }),
    }
    const written = await client.status.apply(resource, body as never, { fieldManager, force: true, signal })
    applied.set(uid, appliedStatusOf(next))
    return written
  }

  /** After a restart only the server knows who owns the fields that this reconcile leaves out. */
  async #ownOf(object: KubeObject, current: Status, signal: AbortSignal): Promise<AppliedStatus | undefined> {
    const { status, conditions } = this.#wanted ?? { status: {}, conditions: {} }
    const spoken = appliedStatusOf({ ...status, observedGeneration: 0 })
    const shown = appliedStatusOf(current)
    const isAllSpokenOf =
      this.#judged === undefined &&
      [...shown.fields].every((field) => spoken.fields.has(field)) &&
      [...shown.conditions].every((type) => isNamed(conditions, type))
    if (isAllSpokenOf) return spoken
    const live = await this.#ask(object, signal)
    return live && this.#options.applied.get(live.metadata.uid)
  }

  /** Reads the object from the server and records which status fields the controller owns; `undefined` if it is gone. */
  async #ask(object: KubeObject, signal: AbortSignal): Promise<KubeObject | undefined> {
    const { client, resource, fieldManager, applied } = this.#options
    const { uid } = object.metadata
    const live = await client.get(resource, refOf(object), { omitManagedFields: false, signal }).catch(ignoreNotFound)
    if (live?.metadata.uid !== uid) return undefined
    applied.set(uid, appliedStatusIn(live, fieldManager))
    return live
  }

  /** Whether the schema of the custom resource has `status.observedGeneration`. */
  #countsGenerations(): boolean {
    const { resource, generations } = this.#options
    const { schema } = resource as { schema?: StructuralSchema }
    const isNamed = schema?.properties?.['status']?.properties?.['observedGeneration'] !== undefined
    return isNamed && generations?.areDropped !== true
  }

  /** The status set by the reconcile; without one, the status the controller already owns. */
  #asked(current: Status, own: AppliedStatus): Wanted {
    const kept = Object.fromEntries([...own.fields].flatMap((name) => (name in current ? [[name, current[name]]] : [])))
    const { status, conditions } = this.#wanted ?? { status: kept, conditions: {} }
    const { type, verdict } = this.#judged ?? {}
    const isOpen = type !== undefined && verdict !== undefined && !isNamed(conditions, type)
    return { status, conditions: isOpen ? { ...conditions, [type]: verdict } : conditions }
  }

  #merge(current: Status, own: AppliedStatus, generation: number | undefined): Status {
    const { status, conditions } = this.#asked(current, own)
    const isCounted = generation !== undefined && (this.#countsGenerations() || 'observedGeneration' in current)
    const observed = isCounted ? { observedGeneration: generation } : {}
    const changes = Object.entries(conditions).flatMap(([type, verdict]): ConditionChange[] =>
      verdict === undefined ? [] : [{ type, ...verdict, ...observed }],
    )
    const judged = changes.reduce(
      (all, change) => setCondition(all, change, this.#options.now()),
      current.conditions ?? [],
    )
    // Apply only our own conditions, including those of earlier reconciles: the rest have other field managers.
    const removed = this.#judged?.verdict === undefined ? this.#judged?.type : undefined
    const ours = judged.filter(
      ({ type }) => isNamed(conditions, type) || (own.conditions.has(type) && type !== removed),
    )
    // A condition added by the runtime leaves no field behind when it is removed.
    const isStated = this.#wanted !== undefined || own.fields.has('observedGeneration')
    return { ...status, ...(isStated ? observed : {}), ...(ours.length === 0 ? {} : { conditions: ours }) }
  }
}

/** Whether the status has all of `wanted`, and no owned field that is no longer desired. */
function isShownBy(wanted: Status, current: Status, own: AppliedStatus): boolean {
  const { conditions = [], ...fields } = wanted
  const { conditions: shown = [] } = current
  if (
    !Object.entries(fields).every(([field, value]) =>
      deepEqual(value, getOwn(current as Readonly<Record<string, unknown>>, field)),
    )
  )
    return false
  if (!conditions.every((condition) => shown.some((one) => deepEqual(one, condition)))) return false
  const isGone = (type: string) => !shown.some((one) => one.type === type)
  if (![...own.conditions].every((type) => conditions.some((one) => one.type === type) || isGone(type))) return false
  return [...own.fields].every((field) => isNamed(wanted, field) || !isNamed(current, field))
}

/** Own properties only: a field or condition may be named `constructor`. */
function isNamed(members: Readonly<Record<string, unknown>>, name: string): boolean {
  return Object.hasOwn(members, name) && members[name] !== undefined
}

function statusless({ kind, plural }: Resource): Error {
  return controllerErrors('KW_CONTROLLER_STATUS', {
    what: `set the status of a ${kind}`,
    why: `${plural} have no status subresource`,
    next: 'Give its definition a `status` or `conditions`.',
    details: { kind },
  })
}
