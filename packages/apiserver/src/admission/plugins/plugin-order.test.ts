import { systemClock } from '@kubewright/core'
import { systemRandom } from '@kubewright/core/random'
import { describe, expect, it } from 'vitest'
import { KindRegistry } from '../../kinds/kind-registry.ts'
import { KindShapes } from '../../managed-fields/kind-shapes.ts'
import { structuredFieldManager } from '../../managed-fields/structured-field-manager.ts'
import { Store } from '../../storage/store.ts'
import { builtInAdmission } from './built-in-admission.ts'

const store = new Store()
const slot = (name: string) => ({ name })
const plugins = (disabled: readonly string[] = []) =>
  builtInAdmission({
    collection: (group, plural) => store.collection(`${plural}.${group}`),
    clock: systemClock,
    random: systemRandom,
    kinds: new KindRegistry(),
    fields: structuredFieldManager(new KindShapes()),
    authorize: () => ({ isAllowed: true, reason: '' }),
    slots: {
      mutatingPolicies: slot('MutatingAdmissionPolicy'),
      mutatingWebhooks: slot('MutatingAdmissionWebhook'),
      validatingPolicies: slot('ValidatingAdmissionPolicy'),
      validatingWebhooks: slot('ValidatingAdmissionWebhook'),
      escalation: slot('RBACEscalation'),
    },
    disabled,
  }).map(({ name }) => name)

describe('builtInAdmission', () => {
  it('has the default plugins of kube-apiserver 1.36 in their order', () => {
    expect(plugins()).toEqual([
      'NamespaceLifecycle',
      'LimitRanger',
      'ServiceAccount',
      'TaintNodesByCondition',
      'PodSecurity',
      'Priority',
      'DefaultTolerationSeconds',
      'DefaultStorageClass',
      'StorageObjectInUseProtection',
      'PersistentVolumeClaimResize',
      'RuntimeClass',
      'CertificateApproval',
      'CertificateSigning',
      'CertificateSubjectRestriction',
      'DefaultIngressClass',
      'PodTopologyLabels',
      'NodeDeclaredFeatureValidator',
      'PodResizeValidator',
      'MutatingAdmissionPolicy',
      'MutatingAdmissionWebhook',
      'RBACEscalation',
      'ValidatingAdmissionPolicy',
      'ValidatingAdmissionWebhook',
      'ResourceQuota',
    ])
  })

  it('omits disabled plugins', () => {
    expect(plugins(['ServiceAccount', 'MutatingAdmissionWebhook'])).toHaveLength(22)
  })
})
