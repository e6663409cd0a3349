/** The two writes to a namespace during its deletion: progress and finalization. */
import { apiVersionOf, type ServedKind } from '../kinds/served-kind.ts'
import type { Draft } from '../object/draft.ts'
import type { WriteOptions } from '../request/write-options.ts'
import type { Machinery } from '../kinds/call.ts'
import { timestamp } from '../object/timestamp.ts'
import { modify } from '../verbs/modify.ts'
import { ownCall } from '../kinds/own-call.ts'
import { namespaceController, namespaceManager } from './controller-user.ts'
import { conditionsAfter, type NamespaceCondition, type Remains } from './namespace-conditions.ts'

interface Written {
  readonly spec?: { readonly finalizers?: readonly string[] }
  readonly status?: { readonly conditions?: readonly NamespaceCondition[] }
}

/** A no-op if the conditions are unchanged. */
export async function showRemains(machinery: Machinery, name: string, remains: Remains): Promise<void> {
  const time = timestamp(machinery.clock.now())
  await change(machinery, name, 'status', (live) => {
    const { status = {} } = live as Written
    const { conditions = [] } = status
    return { ...live, status: { ...status, conditions: conditionsAfter(conditions, remains, time) } }
  })
}

/** Removes the controller's finalizer; the namespace is removed with its last finalizer. */
export async function finalizeNamespace(machinery: Machinery, name: string): Promise<void> {
  await change(machinery, name, 'finalize', (live) => {
    const { spec = {} } = live as Written
    const finalizers = (spec.finalizers ?? []).filter((finalizer) => finalizer !== 'kubernetes')
    return { ...live, spec: { ...spec, finalizers: [...new Set(finalizers)].sort() } }
  })
}

async function change(
  machinery: Machinery,
  name: string,
  subresource: 'status' | 'finalize',
  to: (live: Draft) => Draft,
): Promise<void> {
  const kind = namespaceKind(machinery)
  const version = machinery.store.collection(kind.storage.collection).read(name)
  if (version === undefined) return
  await machinery.fields.load?.(kind)
  const call = ownCall(machinery, kind, {
    verb: 'update',
    namespace: name,
    name,
    subresource,
    user: namespaceController,
  })
  const options: WriteOptions = {
    isDryRun: false,
    fieldManager: namespaceManager,
    fieldValidation: 'Ignore',
    force: false,
  }
  const writer = { manager: namespaceManager, apiVersion: apiVersionOf(kind), subresource }
  await modify(call, version, {
    options,
    strategy: kind.subresources.get(subresource)!.view!.strategy,
    change(live) {
      const next = to(live)
      machinery.fields.update(kind, live, next, { ...writer, time: timestamp(machinery.clock.now()) })
      return next
    },
  })
}

export function namespaceKind({ kinds }: Machinery): ServedKind {
  return kinds.find('', 'v1', 'namespaces')!
}
