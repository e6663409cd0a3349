/** Controllers that maintain a status condition on every object of a kind. */
import { apiVersionOf, type ServedKind } from '../kinds/served-kind.ts'
import { type Draft, draftOf, textOf } from '../object/draft.ts'
import { StaleWrite } from '../storage/errors.ts'
import type { Version } from '../storage/version.ts'
import type { Machinery } from '../kinds/call.ts'
import { timestamp } from '../object/timestamp.ts'
import { TaskList } from '../background/task-list.ts'

export interface KeptCondition {
  readonly type: string
  readonly status: 'True' | 'False'
  readonly reason: string
  readonly message: string
}

export interface ConditionFollowing {
  readonly group: string
  readonly plural: string
  /** Collections whose changes may affect the condition of any object of the kind. */
  readonly because: readonly string[]
  /** The field manager and operation of the status writes. */
  readonly manager: string
  readonly operation: 'Apply' | 'Update'
  /** The desired condition; `undefined` for objects on which the server maintains none. */
  conditionOf(live: Draft): KeptCondition | undefined
}

/** Starts with the existing objects. Disposing it stops the controller. */
export function followConditions(machinery: Machinery, following: ConditionFollowing): AsyncDisposable {
  const { store, kinds } = machinery
  const kind = kinds.find(following.group, 'v1', following.plural)!
  const collection = store.collection(kind.storage.collection)
  const without = new WeakSet<Version['object']>()
  const tasks = new TaskList((key) => look({ machinery, kind, following, without }, key))
  const addAll = () => {
    for (const { key, object } of collection.range({}).versions) if (!without.has(object)) tasks.add(key)
  }
  const subscriptions = [
    collection.subscribe(({ key }) => tasks.add(key)),
    ...following.because.map((name) => store.collection(name).subscribe(addAll)),
  ]
  addAll()
  return {
    async [Symbol.asyncDispose]() {
      for (const subscription of subscriptions) subscription[Symbol.dispose]()
      await tasks[Symbol.asyncDispose]()
    },
  }
}

interface Parts {
  readonly machinery: Machinery
  readonly kind: ServedKind
  readonly following: ConditionFollowing
  /** Objects without a maintained condition, which changes in `because` do not affect. */
  readonly without: WeakSet<Version['object']>
}

type TimedCondition = KeptCondition & { readonly lastTransitionTime: string }

/** Retries if another client wrote in between. */
async function look(parts: Parts, key: string): Promise<void> {
  const { machinery, kind, following } = parts
  const collection = machinery.store.collection(kind.storage.collection)
  for (let version = collection.read(key); version !== undefined; version = collection.read(key)) {
    const live = draftOf(version.object.text)
    const wanted = following.conditionOf(live)
    const present = conditionsOf(live).find(({ type }) => type === wanted?.type)
    if (wanted === undefined) return void parts.without.add(version.object)
    if (isSame(wanted, present)) return
    await machinery.fields.load?.(kind)
    const next = await kind.storage.write(withCondition(parts, live, timed(parts, wanted, present)))
    if (isWritten(parts, version, next)) return
  }
}

function conditionsOf(live: Draft): readonly TimedCondition[] {
  return (live['status'] as { readonly conditions?: readonly TimedCondition[] } | undefined)?.conditions ?? []
}

function isSame(wanted: KeptCondition, present: KeptCondition | undefined): boolean {
  return present?.status === wanted.status && present.reason === wanted.reason && present.message === wanted.message
}

function timed(
  { machinery, following }: Parts,
  wanted: KeptCondition,
  present: TimedCondition | undefined,
): TimedCondition {
  const { type, status, reason, message } = wanted
  // With apply, the transition time is that of every apply.
  const isOld = following.operation === 'Update' && present?.status === status
  const lastTransitionTime = isOld ? present.lastTransitionTime : timestamp(machinery.clock.now())
  return { type, status, lastTransitionTime, reason, message }
}

function withCondition({ machinery, kind, following }: Parts, live: Draft, condition: TimedCondition): Draft {
  const { manager, operation } = following
  const apiVersion = apiVersionOf(kind)
  const writer = { manager, apiVersion, subresource: 'status', time: timestamp(machinery.clock.now()) }
  if (operation === 'Apply') {
    const metadata = { name: live.metadata.name! }
    const configuration = { kind: kind.kind, apiVersion, metadata, status: { conditions: [condition] } }
    return machinery.fields.apply(kind, live, configuration, { ...writer, force: true })
  }
  const others = conditionsOf(live).filter(({ type }) => type !== condition.type)
  const next = { ...live, status: { ...(live['status'] as object), conditions: [...others, condition] } }
  machinery.fields.update(kind, live, next, writer)
  return next
}

function isWritten({ machinery, kind }: Parts, version: Version, next: Draft): boolean {
  try {
    machinery.store.collection(kind.storage.collection).put(version.key, version.revision, (revision) => ({
      text: textOf(next, String(revision)),
      labels: next.metadata.labels,
    }))
    return true
  } catch (error) {
    if (error instanceof StaleWrite) return false
    throw error
  }
}
