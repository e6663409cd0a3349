/** Assertions about the objects of a cluster. A failure lists the latest reconciles. */
import { type Client, isNotFound } from '@kubewright/client'
import { formatRef, type Ref } from '@kubewright/core'
import type { ObjectOf, Resource } from '@kubewright/resource'
import type { Activity } from './activity.ts'
import { differencesOf, type Part } from './difference.ts'
import { testingErrors } from '../errors.ts'
import { listed } from './listed.ts'

/** Assertions about objects, made once the cluster has settled. */
export interface ClusterAssertions {
  /**
   * Waits until the cluster settles, then fails unless the object has at least the expected fields. Resolves with the whole object.
   *
   * Failure: `KW_TESTING_EXPECTED` lists the differences and the latest reconciles; `KW_TESTING_UNSETTLED`.
   */
  assertObject<R extends Resource>(resource: R, ref: Ref, expected: Part<ObjectOf<R>>): Promise<ObjectOf<R>>
  /**
   * Waits until the cluster settles, then fails if the object exists, even if it is being deleted.
   *
   * Failure: `KW_TESTING_EXPECTED`, `KW_TESTING_UNSETTLED`.
   */
  assertGone(resource: Resource, ref: Ref): Promise<void>
}

export interface AssertedCluster {
  readonly client: Client
  readonly activity: Activity
  readonly settle: () => Promise<void>
}

export function clusterAssertions({ client, activity, settle }: AssertedCluster): ClusterAssertions {
  const read = async <R extends Resource>(resource: R, ref: Ref): Promise<ObjectOf<R> | undefined> => {
    await settle()
    try {
      return await client.get(resource, ref)
    } catch (error) {
      if (isNotFound(error)) return undefined
      throw error
    }
  }
  return {
    async assertObject(resource, ref, expected) {
      const object = await read(resource, ref)
      if (object === undefined)
        throw unexpected(activity, `find ${resource.kind} ${formatRef(ref)}`, ['it does not exist'])
      const differences = differencesOf(object, expected)
      if (differences.length === 0) return object
      throw unexpected(activity, `find ${resource.kind} ${formatRef(ref)} as expected`, differences)
    },
    async assertGone(resource, ref) {
      const object = await read(resource, ref)
      if (object === undefined) return
      throw unexpected(activity, `see ${resource.kind} ${formatRef(ref)} gone`, [whyThere(object.metadata)])
    },
  }
}

function whyThere({
  deletionTimestamp,
  finalizers = [],
}: {
  deletionTimestamp?: string
  finalizers?: readonly string[]
}) {
  if (deletionTimestamp === undefined) return 'it exists and is not being deleted'
  const [first, ...others] = finalizers
  if (first === undefined) return 'it is being deleted, and its grace period has not ended'
  return `it is being deleted, and waits for the finalizer${others.length === 0 ? '' : 's'} ${finalizers.join(', ')}`
}

function unexpected(activity: Activity, what: string, differences: readonly string[]): Error {
  const { lately } = activity
  const next = lately.length === 0 ? 'Nothing was reconciled.' : 'Check the last reconciles, listed below.'
  return testingErrors('KW_TESTING_EXPECTED', {
    what,
    why: differences.slice(0, 8).join('; '),
    next: `${next}${listed('Lately', lately)}`,
    details: { differences },
  })
}
