/** The webhook configurations of admissions. Pure: print them, apply them, or use `installWebhooks`. */
import {
  MutatingWebhookConfiguration,
  type RuleWithOperations,
  type ValidatingWebhook,
  ValidatingWebhookConfiguration,
} from '@kubewright/kubernetes/admissionregistration/v1'
import { type Manifest, manifest } from '@kubewright/resource'
import type { Admission, AdmissionStep } from '../admission/admission.ts'
import { webhooksLabel } from '../names.ts'
import { admissionsIn, assertDistinct, type Webhook } from '../webhook.ts'
import { admissionPath, clientConfigOf, type WebhookAddress } from './webhook-address.ts'

/** Name, metadata and address for the webhook configurations of a program. */
export type WebhookConfigurationOptions = WebhookAddress & {
  /** Name of the configurations. It is stored in the cluster: choose it once, for example the name of your program. */
  readonly name: string
  readonly labels?: Readonly<Record<string, string>>
  /** Annotations of the configurations, such as the one by which cert-manager injects the CA bundle. */
  readonly annotations?: Readonly<Record<string, string>>
}

/** One of the two kinds of configuration, which differ only in name. */
export type WebhookConfiguration = typeof MutatingWebhookConfiguration | typeof ValidatingWebhookConfiguration

export const configurationKinds: Readonly<Record<AdmissionStep, WebhookConfiguration>> = {
  fill: MutatingWebhookConfiguration,
  validate: ValidatingWebhookConfiguration,
}

/**
 * One configuration for all mutating steps, and one for all validating ones; empty ones are left out.
 *
 * @example
 * ```ts
 * import { Pod } from '@kubewright/kubernetes'
 *
 * const pods = defineAdmission({ for: Pod, name: 'pods.policy.example.dev', validate: { create: () => [] } })
 * const address = { service: { name: 'policy', namespace: 'system' } }
 * const [configuration] = webhookConfigurations([pods], { name: 'policy', ...address })
 * configuration?.object.webhooks?.[0]?.rules
 * // => [{ apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['pods'], scope: 'Namespaced' }]
 * ```
 */
export function webhookConfigurations(
  webhooks: readonly Webhook[],
  options: WebhookConfigurationOptions,
): readonly Manifest<WebhookConfiguration>[] {
  assertDistinct(webhooks)
  return (Object.keys(configurationKinds) as AdmissionStep[]).flatMap((step) => {
    const entries = admissionsIn(webhooks)
      .filter(({ operations }) => operations[step].length > 0)
      .map((admission) => entryOf(admission, step, options))
    return entries.length === 0 ? [] : [configurationOf(step, entries, options)]
  })
}

function configurationOf(
  step: AdmissionStep,
  webhooks: readonly ValidatingWebhook[],
  { name, labels = {}, annotations }: WebhookConfigurationOptions,
): Manifest<WebhookConfiguration> {
  const resource = configurationKinds[step]
  const metadata = {
    name,
    labels: { ...labels, [webhooksLabel]: name },
    ...(annotations === undefined ? {} : { annotations }),
  }
  const object = { apiVersion: 'admissionregistration.k8s.io/v1', kind: resource.kind, metadata, webhooks }
  return manifest<WebhookConfiguration>(resource, object as Manifest<WebhookConfiguration>['object'])
}

/** Includes the fields that the API server would default, so that a comparison shows only real differences. */
function entryOf(admission: Admission, step: AdmissionStep, options: WebhookConfigurationOptions): ValidatingWebhook {
  const { matchConditions } = admission
  return {
    name: admission.name,
    admissionReviewVersions: ['v1'],
    clientConfig: clientConfigOf(options, admissionPath(admission, step)),
    failurePolicy: admission.failurePolicy,
    // Objects are converted to the version that the functions are typed for, whichever version they are written in.
    matchPolicy: 'Equivalent',
    namespaceSelector: admission.namespaceSelector ?? {},
    objectSelector: admission.objectSelector ?? {},
    rules: rulesOf(admission, step),
    // Functions only return values; one with side effects has to check `isDryRun` itself.
    sideEffects: 'None',
    timeoutSeconds: admission.timeoutSeconds,
    ...(matchConditions === undefined ? {} : { matchConditions }),
    // Later mutations by other webhooks may require filling in again.
    ...(step === 'fill' ? { reinvocationPolicy: 'IfNeeded' } : {}),
  }
}

function rulesOf({ resources, subresources, operations }: Admission, step: AdmissionStep): RuleWithOperations[] {
  return resources.map(({ group, version, plural, scope }) => ({
    apiGroups: [group],
    apiVersions: [version],
    operations: operations[step],
    resources: subresources.length === 0 ? [plural] : subresources.map((one) => `${plural}/${one}`),
    scope: scope === 'Namespaced' ? 'Namespaced' : 'Cluster',
  }))
}
