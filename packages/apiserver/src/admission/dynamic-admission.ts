/**
 * Webhooks and policies that users configure at run time, at their four positions among the built-in plugins. Most servers
 * have neither, so the code that runs them is loaded on first use.
 */
import type { Collection } from '../storage/collection.ts'
import type { AdmissionPlugin } from '../kinds/admission.ts'
import type { PolicyDependencies, WebhookDependencies } from './matching/dependencies.ts'

export interface DynamicAdmission {
  readonly mutatingPolicies: AdmissionPlugin
  readonly mutatingWebhooks: AdmissionPlugin
  readonly validatingPolicies: AdmissionPlugin
  readonly validatingWebhooks: AdmissionPlugin
}

export function dynamicAdmission(dependencies: WebhookDependencies & PolicyDependencies): DynamicAdmission {
  const configured = (...plurals: readonly string[]) =>
    plurals.map((plural) => dependencies.collection('admissionregistration.k8s.io', plural))
  return {
    mutatingPolicies: onDemand('MutatingAdmissionPolicy', {
      needs: configured('mutatingadmissionpolicies', 'mutatingadmissionpolicybindings'),
      load: async () => (await import('./policies/mutating-policies.ts')).mutatingPolicies(dependencies),
    }),
    mutatingWebhooks: onDemand('MutatingAdmissionWebhook', {
      needs: configured('mutatingwebhookconfigurations'),
      load: async () => (await import('./webhooks/mutating-webhooks.ts')).mutatingWebhooks(dependencies),
    }),
    validatingPolicies: onDemand('ValidatingAdmissionPolicy', {
      needs: configured('validatingadmissionpolicies', 'validatingadmissionpolicybindings'),
      load: async () => (await import('./policies/validating-policies.ts')).validatingPolicies(dependencies),
    }),
    validatingWebhooks: onDemand('ValidatingAdmissionWebhook', {
      needs: configured('validatingwebhookconfigurations'),
      load: async () => (await import('./webhooks/validating-webhooks.ts')).validatingWebhooks(dependencies),
    }),
  }
}

interface Demand {
  /** The plugin is idle while any of these is empty. */
  readonly needs: readonly Collection[]
  readonly load: () => Promise<AdmissionPlugin>
}

function onDemand(name: string, { needs, load }: Demand): AdmissionPlugin {
  let plugin: Promise<AdmissionPlugin> | undefined
  const isIdle = () => needs.some(({ size }) => size === 0)
  return {
    name,
    admit: (attributes, round) =>
      isIdle() ? undefined : (plugin ??= load()).then((loaded) => loaded.admit?.(attributes, round)),
    validate: (attributes) =>
      isIdle() ? undefined : (plugin ??= load()).then((loaded) => loaded.validate?.(attributes)),
  }
}
