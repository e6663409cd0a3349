/**
 * The plugins that an API server of Kubernetes 1.36 enables by default, in its order. Mutation and validation use the same
 * order.
 *
 * These default plugins are left out, because they do nothing without a feature gate:
 *
 * | plugin | requires |
 * |---|---|
 * | PodGroupProtection, PodGroupWorkloadExists | the feature gate GenericWorkload |
 * | JobValidation | the feature gates GenericWorkload and WorkloadWithJob |
 * | ClusterTrustBundleAttest | the feature gate ClusterTrustBundle, without which there are no bundles |
 *
 * Off by default, and therefore not here: NodeRestriction, OwnerReferencesPermissionEnforcement, NamespaceExists,
 * NamespaceAutoProvision, AlwaysPullImages, EventRateLimit, PodNodeSelector and the rest of the server's list.
 */
import type { Clock } from '@kubewright/core'
import type { Random } from '@kubewright/core/random'
import type { Authorize } from '../../auth/authorization.ts'
import type { KindRegistry } from '../../kinds/kind-registry.ts'
import type { FieldManager } from '../../kinds/field-manager.ts'
import type { AdmissionPlugin } from '../../kinds/admission.ts'
import { certificateSubjectRestriction } from './certificate-subject.ts'
import { persistentVolumeClaimResize } from './claim-resize.ts'
import { defaultIngressClass, defaultStorageClass } from './default-class.ts'
import { defaultTolerationSeconds } from './default-tolerations.ts'
import { limitRanger } from './limit-ranger.ts'
import { namespaceLifecycle } from './namespace-lifecycle.ts'
import { nodeDeclaredFeatureValidator } from './node-features.ts'
import { taintNodesByCondition } from './node-taint.ts'
import { podResizeValidator } from './pod-resize.ts'
import { podSecurity } from './pod-security/pod-security.ts'
import { podTopologyLabels } from './pod-topology-labels.ts'
import { priority } from './priority.ts'
import { resourceQuota } from './resource-quota/resource-quota.ts'
import { runtimeClass } from './runtime-class.ts'
import { serviceAccount } from './service-account.ts'
import { certificateApproval, certificateSigning } from './signer-rights.ts'
import { storageObjectInUseProtection } from './storage-protection.ts'
import { type FindCollection, StoredObjects } from './stored-objects.ts'

export interface BuiltInAdmissionOptions {
  /** Finds the stored objects of a kind. */
  readonly collection: FindCollection
  readonly clock: Clock
  readonly random: Random
  readonly kinds: KindRegistry
  readonly fields: FieldManager
  readonly authorize: Authorize
  /** Plugins created elsewhere, each at its position in the order. */
  readonly slots?: AdmissionSlots
  /** Names of plugins to leave out, as `--disable-admission-plugins` names them. @default none */
  readonly disabled?: readonly string[]
}

export interface AdmissionSlots {
  readonly mutatingPolicies?: AdmissionPlugin
  readonly mutatingWebhooks?: AdmissionPlugin
  readonly validatingPolicies?: AdmissionPlugin
  readonly validatingWebhooks?: AdmissionPlugin
  /** Refuses grants of permissions that the caller lacks. It sees the object after mutation. */
  readonly escalation?: AdmissionPlugin
}

export function builtInAdmission(options: BuiltInAdmissionOptions): readonly AdmissionPlugin[] {
  const { slots = {}, disabled = [], authorize } = options
  const objects = new StoredObjects(options.collection)
  const parts = { ...options, objects }
  const plugins: readonly (AdmissionPlugin | undefined)[] = [
    namespaceLifecycle(objects),
    limitRanger(objects),
    serviceAccount(parts),
    taintNodesByCondition,
    podSecurity(objects),
    priority(objects),
    defaultTolerationSeconds,
    defaultStorageClass(objects),
    storageObjectInUseProtection,
    persistentVolumeClaimResize(objects),
    runtimeClass(objects),
    certificateApproval(authorize),
    certificateSigning(authorize),
    certificateSubjectRestriction,
    defaultIngressClass(objects),
    podTopologyLabels(objects),
    nodeDeclaredFeatureValidator(objects),
    podResizeValidator(objects),
    slots.mutatingPolicies,
    slots.mutatingWebhooks,
    slots.escalation,
    slots.validatingPolicies,
    slots.validatingWebhooks,
    resourceQuota(parts),
  ]
  return plugins.filter((plugin) => plugin !== undefined && !disabled.includes(plugin.name)) as AdmissionPlugin[]
}
