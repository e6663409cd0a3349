/**
 * What a reconcile says of the status, written once at its end and only if it differs. Other writers of the same status keep
 * their fields: it is applied, under the controller's own name.
 */
import { type Client, ignoreNotFound, isConflict, isNotFound } from '@kubewright/client'
import {
  type Condition,
  type ConditionChange,
  deepEqual,
  getOwn,
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
  /** Whether the server has no place for `observedGeneration`: its definition of the kind is older than this program's. */
  readonly generations?: { areDropped: boolean }
}

/** So often it is tried again at once, if somebody else writes the object at the same time. */
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
   * A condition beside what the reconcile says, if that does not name it; `undefined` removes it. Everything else stays as it is
   * if the reconcile says nothing.
   */
  judge(type: string, verdict: Verdict | undefined): void {
    this.#judged = { type, verdict }
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

  /** Whether the server refuses the field because its definition of the kind does not name it. Then it is left out from now on. */
  #dropsGenerations(error: unknown): boolean {
    const { generations } = this.#options
    if (generations === undefined || generations.areDropped || !(error instanceof Error)) return false
    generations.areDropped = error.message.includes('.status.observedGeneration: field not declared in schema')
    return generations.areDropped
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

  /** The object as the server has it, and with it what of its status is the controller's own; nothing if it is gone. */
  async #ask(object: KubeObject, signal: AbortSignal): Promise<KubeObject | undefined> {
    const { client, resource, fieldManager, applied } = this.#options
    const { uid } = object.metadata
    const live = await client.get(resource, refOf(object), { omitManagedFields: false, signal }).catch(ignoreNotFound)
    if (live?.metadata.uid !== uid) return undefined
    applied.set(uid, appliedStatusIn(live, fieldManager))
    return live
  }

  /** Whether the status has a place for the generation it speaks of, as far as the definition of a custom resource tells. */
  #countsGenerations(): boolean {
    const { resource, generations } = this.#options
    const { schema } = resource as { schema?: StructuralSchema }
    const isNamed = schema?.properties?.['status']?.properties?.['observedGeneration'] !== undefined
    return isNamed && generations?.areDropped !== true
  }

  /** What the reconcile said; if it said nothing, what is the controller's own and stays. */
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
    // Only our own conditions are applied, those of earlier reconciles too: the others are somebody else's.
    const removed = this.#judged?.verdict === undefined ? this.#judged?.type : undefined
    const ours = judged.filter(
      ({ type }) => isNamed(conditions, type) || (own.conditions.has(type) && type !== removed),
    )
    // A condition that the runtime adds by itself leaves no field behind when it is removed.
    const isStated = this.#wanted !== undefined || own.fields.has('observedGeneration')
    return { ...status, ...(isStated ? observed : {}), ...(ours.length === 0 ? {} : { conditions: ours }) }
  }
}

/** Whether the status has all of `wanted`, and nothing of the controller's own that it does not want any more. */
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

/** Anybody may call a field or a condition `constructor`. */
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
