/** Exemptions that keep users from locking themselves out: the objects that configure admission, and identity and access reviews. */
import { getOwn } from '@kubewright/core/json'
import type { Attributes } from '../../kinds/admission.ts'

const registration = 'admissionregistration.k8s.io'
const policies = [
  'mutatingadmissionpolicies',
  'mutatingadmissionpolicybindings',
  'validatingadmissionpolicies',
  'validatingadmissionpolicybindings',
]
const webhooks = ['mutatingwebhookconfigurations', 'validatingwebhookconfigurations']

/** Whether the write is never sent to webhooks. */
export function isExemptFromWebhooks({ kind }: Attributes): boolean {
  return kind.group === registration && [...policies, ...webhooks].includes(kind.plural)
}

const reviews: Readonly<Record<string, readonly string[]>> = {
  'authentication.k8s.io': ['selfsubjectreviews', 'tokenreviews'],
  'authorization.k8s.io': [
    'localsubjectaccessreviews',
    'selfsubjectaccessreviews',
    'selfsubjectrulesreviews',
    'subjectaccessreviews',
  ],
}

/** Whether the write is never evaluated by policies. */
export function isExemptFromPolicies({ kind }: Attributes): boolean {
  const { group, plural } = kind
  return (group === registration && policies.includes(plural)) || (getOwn(reviews, group) ?? []).includes(plural)
}
