/**
 * Empties deleted namespaces and removes their finalizer. In a cluster the controller manager does this; an embedded server
 * without one does it itself.
 *
 * Guarantees
 * - Pods are deleted first; other content is left alone while one remains.
 * - Finalizers are respected: the namespace is processed again as soon as one of its objects is gone.
 * - Nothing happens in the turn in which the namespace was deleted.
 */
import { draftOf } from '../object/draft.ts'
import { StatusError } from '../status/status.ts'
import type { Collection } from '../storage/collection.ts'
import type { Version } from '../storage/version.ts'
import type { Machinery } from '../kinds/call.ts'
import { emptyNamespace } from './namespace-contents.ts'
import { finalizeNamespace, namespaceKind, showRemains } from './namespace-status.ts'
import { Reminders } from '../background/reminders.ts'
import { TaskList } from '../background/task-list.ts'

export interface NamespaceControllerOptions {
  /** Called with internal errors, not with Status failures. */
  readonly report: (error: unknown) => void
}

/** Starts with the existing namespaces. Disposing it waits for the current namespace and drops the queued ones. */
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

/** Deleted, and still with the `kubernetes` finalizer. */
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
    // Already gone: another client removed the finalizer first.
    if (error instanceof StatusError && error.status.code === 404) return reminders.forget(name)
    if (!(error instanceof StatusError)) report(error)
    reminders.afterFailure(name)
  }
}

async function empty({ machinery, reminders, remind }: Work, name: string): Promise<void> {
  const { objects, finalizers, failures, collections, hasPods } = await emptyNamespace(machinery, name)
  // While pods block the deletion, the status does not report remaining content.
  const none = new Map<string, number>()
  const shown = hasPods ? { objects: none, finalizers: none, failures } : { objects, finalizers, failures }
  await showRemains(machinery, name, shown)
  if (objects.size === 0 && failures.length === 0) {
    await finalizeNamespace(machinery, name)
    return reminders.forget(name)
  }
  reminders.whenSomethingGoes(name, collections)
  // An object may have been removed while the status was written, before the subscription.
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
