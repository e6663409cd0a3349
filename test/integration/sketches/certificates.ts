import { changed, defineController, done, index, watch } from '@kubewright/controller'
import { Node, Secret } from '@kubewright/kubernetes'
import { Website } from './website.ts'

const byTlsSecret = index(Website, 'by-tls-secret', (site) => site.spec.tlsSecretName)

export const certificates = defineController({
  name: 'certificates',
  for: Website,
  indexes: [byTlsSecret],
  watches: [
    watch(Secret, {
      when: changed((secret) => secret.data),
      requests: (secret, { find }) => find(byTlsSecret, secret.metadata.name, { namespace: secret.metadata.namespace }),
    }),
    watch(Node, {
      when: (_, previous) => previous === undefined, // only when a node appears
      requests: (_, { all }) => all(Website),
    }),
  ],
  reconcile: async () => done(),
})
