/** The types of admissions: what compiles, and what must not. */
import { Deployment, Pod, StatefulSet } from '@kubewright/kubernetes'
import { Website } from '../testing/website.ts'
import { problem } from '../finding.ts'
import { defineAdmission } from './define-admission.ts'

// As users write it.
export const websiteAdmission = defineAdmission({
  for: Website,
  fill: (site) =>
    site.spec.domain ? { spec: { tlsSecretName: site.spec.tlsSecretName ?? `${site.metadata.name}-tls` } } : {},
  validate: {
    update(next, previous) {
      const moved = previous.spec.domain !== undefined && next.spec.domain !== previous.spec.domain
      return moved ? [problem('spec.domain', 'cannot change once set; create a second Website instead')] : []
    },
  },
})

// A function may be asynchronous, receives the user, and may remove a field.
defineAdmission({
  for: Website,
  fill: async (_, { user, groups, isDryRun, signal }) => {
    signal.throwIfAborted()
    return {
      metadata: { labels: { by: user, team: groups[0] ?? null } },
      spec: { domain: isDryRun ? null : undefined },
    }
  },
})

// Several kinds are a union, a subresource has its own type.
defineAdmission({
  for: [Deployment, StatefulSet],
  name: 'workloads.policy.example.dev',
  validate: {
    create: ({ kind, spec }) => (spec?.replicas === 0 ? [problem('spec.replicas', `a ${kind} of none`)] : []),
  },
})
defineAdmission({
  for: Pod,
  subresource: 'eviction',
  name: 'evictions.policy.example.dev',
  validate: { create: ({ deleteOptions }) => (deleteOptions?.gracePeriodSeconds === 0 ? [problem('', 'no')] : []) },
})
defineAdmission({
  for: Deployment,
  subresource: 'scale',
  name: 'scales.policy.example.dev',
  validate: { update: (next, { spec }) => (next.spec?.replicas === spec?.replicas ? [] : [problem('spec', 'no')]) },
})

defineAdmission({
  for: Website,
  validate: {
    // @ts-expect-error a validator returns findings, not a boolean
    create: () => true,
    // @ts-expect-error objects are read-only
    update: (next) => ((next.spec.image = 'nginx'), []),
  },
})
defineAdmission({
  for: Website,
  // @ts-expect-error no such field
  fill: () => ({ spec: { tlsSecret: 'a' } }),
})
// @ts-expect-error no such policy
defineAdmission({ for: Website, failurePolicy: 'Maybe', validate: {} })
