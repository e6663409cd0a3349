/** Manages the ControllerRevisions of a workload. */
import { ignoreNotFound, isAlreadyExists } from '@kubewright/client'
import { type Context, index, watch, type Watch } from '@kubewright/controller'
import { controllerOf, type LabelSelector, refOf } from '@kubewright/core'
import { compileLabelSelector } from '@kubewright/core/selectors'
import { ControllerRevision } from '@kubewright/kubernetes'
import type { Resource } from '@kubewright/resource'
import { claim } from '../claim.ts'
import { near, nobody, ownership } from '../controlled-pods.ts'
import { newRevision, nextNumber, outdated, revisionFor, type Templated } from './revision-history.ts'

export const revisionsByController = index(
  ControllerRevision,
  'simulation-by-controller',
  (revision) => controllerOf(revision)?.uid ?? nobody,
)

/** A revision without a controller may match any workload of its namespace. */
export function onFreeRevisions(workload: Resource): Watch {
  return watch(ControllerRevision, {
    when: ownership,
    requests: (revision, { all }) => (controllerOf(revision) === undefined ? all(workload, revision.metadata) : []),
  })
}

type Workload = Templated & { readonly spec: { readonly selector: LabelSelector } }

export async function claimRevisions(owner: Workload, ownerKind: Resource, ctx: Context): Promise<void> {
  const { client, signal, cache } = ctx
  const free = cache.find(revisionsByController, nobody, near(owner))
  const candidates = [...cache.find(revisionsByController, owner.metadata.uid), ...free]
  const isMeant = compileLabelSelector(owner.spec.selector)
  await claim({ client, signal, owner, ownerKind, kind: ControllerRevision }, isMeant, candidates)
}

export function revisionsOf({ metadata }: Workload, { cache }: Context): readonly ControllerRevision[] {
  return cache.find(revisionsByController, metadata.uid)
}

/**
 * The revision of the current template: created if it is missing, and made the latest.
 *
 * Failure: rejects with `isAlreadyExists` if its name is taken; `collides` has been called then, and the next attempt uses another name.
 */
export async function currentRevision(
  owner: Workload,
  ctx: Context,
  { hashLabel, collides }: { readonly hashLabel: string; readonly collides: () => Promise<void> },
): Promise<ControllerRevision> {
  const { client, signal } = ctx
  const all = revisionsOf(owner, ctx)
  const found = revisionFor(owner, all)
  const latest = nextNumber(all) - 1
  if (found?.revision === latest) return found
  if (found !== undefined) {
    const { resourceVersion } = found.metadata
    const patch = { metadata: { resourceVersion }, revision: latest + 1 }
    return await client.patch(ControllerRevision, refOf(found), patch, { signal })
  }
  try {
    return await client.create(ControllerRevision, newRevision(owner, all, hashLabel), { signal })
  } catch (error) {
    if (isAlreadyExists(error)) await collides()
    throw error
  }
}

export async function forgetRevisions(
  owner: Workload,
  ctx: Context,
  isUsed: (revision: ControllerRevision) => boolean,
): Promise<void> {
  const { client, signal } = ctx
  for (const revision of outdated(owner, revisionsOf(owner, ctx), isUsed)) {
    await client.delete(ControllerRevision, refOf(revision), { signal }).catch(ignoreNotFound)
  }
}
