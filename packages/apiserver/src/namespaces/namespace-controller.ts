/**
 * Empties namespaces that were deleted, and lets them go. In a cluster the controller manager does this; an embedded server
 * that runs without one does it by itself.
 *
 * Guarantees
 * - Pods go first; nothing else is touched while one is left.
 * - What waits for a finalizer is waited for: the namespace goes on as soon as one of its objects has gone.
 * - Nothing happens in the turn in which the namespace was deleted.
 */
import { draftOf } from '../object/draft.ts'
import { StatusError } from '../status/status.ts'
import type { Collection } from '../storage/collection.ts'
import type { Version } from '../storage/version.ts'
import type { Machinery } from '../verbs/call.ts'
import { emptyNamespace } from './namespace-contents.ts'
import { finalizeNamespace, namespaceKind, showRemains } from './namespace-status.ts'
import { Reminders } from '../following/reminders.ts'
import { TaskList } from '../following/task-list.ts'

export interface NamespaceControllerOptions {
  /** Hears of failures that are no answer of the server but its own faults. */
  readonly report: (error: unknown) => void
}

/** Starts with what is there. Disposing it waits for the namespace at hand and leaves the others as they are. */
export function startNamespaceController(machinery: Machinery, options: NamespaceControllerOptions): AsyncDisposable {
  const namespaces = machinery.store.collection(namespaceKind(machinery).storage.collection)
  const remind = (name: string) => tasks.add(name)
  const reminders = new Reminders(machinery.clock, remind)
  const tasks = new TaskList((name) => work({ machinery, namespaces, reminders, remind, ...options }, name))
  const look = (version: Version) => {
    if (version.isDeletion) reminders.forget(version.key)
    else if (isToBeEmptied(version)) tasks.add(version.key)
  }
  const subscription = namespaces.subscribe(look)
  for (const version of namespaces.range({}).versions) look(version)
  return {
    async [Symbol.asyncDispose]() {
      subscription[Symbol.dispose]()
      await tasks[Symbol.asyncDispose]()
      reminders[Symbol.dispose]()
    },
  }
}

/** Deleted, and not yet let go. */
function isToBeEmptied({ object }: Version): boolean {
  const namespace = draftOf(object.text)
  const { finalizers = [] } = (namespace['spec'] ?? {}) as { readonly finalizers?: readonly string[] }
  return namespace.metadata.deletionTimestamp !== undefined && finalizers.includes('kubernetes')
}

interface Work extends NamespaceControllerOptions {
  readonly machinery: Machinery
  readonly namespaces: Collection
  readonly reminders: Reminders
  readonly remind: (name: string) => void
}

async function work(parts: Work, name: string): Promise<void> {
  const { namespaces, reminders, report } = parts
  reminders.clear(name)
  try {
    const version = namespaces.read(name)
    if (version !== undefined && isToBeEmptied(version)) await empty(parts, name)
  } catch (error) {
    // Gone meanwhile: whoever took the finalizer away was faster.
    if (error instanceof StatusError && error.status.code === 404) return reminders.forget(name)
    if (!(error instanceof StatusError)) report(error)
    reminders.afterFailure(name)
  }
}

async function empty({ machinery, reminders, remind }: Work, name: string): Promise<void> {
  const { objects, finalizers, failures, collections, hasPods } = await emptyNamespace(machinery, name)
  // Of pods, while they hold up everything else, the status does not speak.
  const none = new Map<string, number>()
  const shown = hasPods ? { objects: none, finalizers: none, failures } : { objects, finalizers, failures }
  await showRemains(machinery, name, shown)
  if (objects.size === 0 && failures.length === 0) {
    await finalizeNamespace(machinery, name)
    return reminders.forget(name)
  }
  reminders.whenSomethingGoes(name, collections)
  // While the status was written something may have gone already.
  if (countIn(collections, name) < sum(objects.values())) remind(name)
  if (failures.length > 0) reminders.afterFailure(name)
}

function countIn(collections: readonly Collection[], namespace: string): number {
  return sum(collections.map((collection) => collection.count({ prefix: `${namespace}/` })))
}

function sum(numbers: Iterable<number>): number {
  let total = 0
  for (const number of numbers) total += number
  return total
}
