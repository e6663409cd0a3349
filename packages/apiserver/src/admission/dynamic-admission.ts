/** Everything that users set up at run time, in the four places it has among the plugins of the server. */
import type { AdmissionPlugin } from './admission.ts'
import type { PolicyDependencies, WebhookDependencies } from './matching/dependencies.ts'
import { mutatingPolicies } from './policies/mutating-policies.ts'
import { validatingPolicies } from './policies/validating-policies.ts'
import { mutatingWebhooks } from './webhooks/mutating-webhooks.ts'
import { validatingWebhooks } from './webhooks/validating-webhooks.ts'

export interface DynamicAdmission {
  readonly mutatingPolicies: AdmissionPlugin
  readonly mutatingWebhooks: AdmissionPlugin
  readonly validatingPolicies: AdmissionPlugin
  readonly validatingWebhooks: AdmissionPlugin
}

export function dynamicAdmission(dependencies: WebhookDependencies & PolicyDependencies): DynamicAdmission {
  return {
    mutatingPolicies: mutatingPolicies(dependencies),
    mutatingWebhooks: mutatingWebhooks(dependencies),
    validatingPolicies: validatingPolicies(dependencies),
    validatingWebhooks: validatingWebhooks(dependencies),
  }
}
