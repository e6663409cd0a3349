import { defineAdmission, problem } from '@kubewright/webhook'
import { Website } from './website.ts'

// The zod schema already rejects malformed objects; this adds checks that a schema cannot express.
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
