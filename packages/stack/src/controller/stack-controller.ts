/** A controller for a stack. */
import { type Controller, defineController, index, watch } from '@kubewright/controller'
import { type Duration, toMs } from '@kubewright/core'
import { type Ids, systemIds } from '@kubewright/core/random'
import {
  ConfigMap,
  Job,
  NetworkPolicy,
  PersistentVolumeClaim,
  PodDisruptionBudget,
  Secret,
  Service,
} from '@kubewright/kubernetes'
import type { Resource } from '@kubewright/resource'
import type { ExposureKind } from '../objects/component-context.ts'
import { exposureResources } from '../objects/exposure.ts'
import type { Stack, StackObject } from '../stack.ts'
import { presumedVersions } from './known-versions.ts'
import { preservedName } from './members.ts'
import { reconcileStack } from './reconcile-stack.ts'
import type { SampleSource } from './tuning.ts'
import { ownedWorkloads } from './workload-changes.ts'

/** Options of a stack's controller. */
export interface StackControllerOptions {
  /** The kind of object that exposes components outside the cluster; `detectExposure(client)` detects it. @default 'ingress' */
  readonly exposure?: ExposureKind
  /** How many stacks are reconciled concurrently. @default 4 */
  readonly concurrency?: number
  /** The source of generated Secret values. @default systemIds */
  readonly ids?: Ids
  /** The source of component metrics. @default nothing is measured, and policies are ignored */
  readonly samples?: SampleSource
  /** The polling interval of the metrics. @default '30s' */
  readonly samplesEvery?: Duration
}

/**
 * The controller of a stack: deploys its components in the order of its protocol, repairs deletions and drift, and reports its actions
 * and what it waits for in status and events.
 */
export function stackController(stack: Stack, options: StackControllerOptions = {}): Controller {
  const { exposure = 'ingress', concurrency = 4, ids = systemIds, samples, samplesEvery = '30s' } = options
  const how = { exposure, ids, samples, samplesEveryMs: toMs(samplesEvery) }
  const byReference = index(stack.for, 'by-reference', (object) => referencesOf(stack, object))
  const wakes = <R extends Resource>(resource: R) =>
    watch(resource, {
      requests: ({ metadata }, { find }) =>
        find(byReference, `${resource.kind}/${metadata.name}`, { namespace: metadata.namespace }),
    })
  return defineController({
    name: stack.name,
    for: stack.for,
    owns: [
      ...ownedWorkloads,
      Service,
      Secret,
      ConfigMap,
      PodDisruptionBudget,
      NetworkPolicy,
      Job,
      exposureResources[exposure] as Resource,
      ...stack.kinds,
    ] as never,
    indexes: [byReference],
    watches: [wakes(ConfigMap), wakes(PersistentVolumeClaim)],
    uses: [
      { resource: ConfigMap, verbs: ['get', 'create', 'patch'], because: 'preserves ConfigMaps that components read' },
      { resource: PersistentVolumeClaim, verbs: ['create'], because: 'creates claims that outlive the stack' },
    ],
    concurrency,
    reconcile: (object, ctx) => reconcileStack(stack, object as StackObject, ctx as never, how),
  })
}

/** The external objects that a stack reads, as `ConfigMap/cloud-config`. A stack whose declaration throws reads none. */
function referencesOf(stack: Stack, object: StackObject): string[] {
  const components = declared(stack, object)
  return components.flatMap((component) => {
    const config = preservedName(component)
    const claim =
      component.type === 'volume' && component.storage.size === undefined ? component.storage.claim : undefined
    return [
      ...(config === undefined ? [] : [`ConfigMap/${config}`]),
      ...(claim === undefined ? [] : [`PersistentVolumeClaim/${claim}`]),
    ]
  })
}

function declared(stack: Stack, object: StackObject) {
  try {
    return Object.values(stack.components(object, { versions: presumedVersions(stack, object) }))
  } catch {
    // The reconcile of the object reports the error.
    return []
  }
}
