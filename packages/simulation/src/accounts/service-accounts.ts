/** The objects of every namespace: the service account `default`, and the CA certificates by which its pods trust the server. */
import { ignoreNotFound, isAlreadyExists, isForbidden, isNotFound } from '@kubewright/client'
import { defineController, done, watch } from '@kubewright/controller'
import { deepEqual } from '@kubewright/core/json'
import { ConfigMap, Namespace, ServiceAccount } from '@kubewright/kubernetes'
import { rootCertificatesAnnotation } from '../names.ts'
import type { Part } from '../part.ts'
import type { SimulationOptions } from '../simulation.ts'

const account = 'default'
const certificates = 'kube-root-ca.crt'
const description =
  'Contains a CA bundle that can be used to verify the kube-apiserver when using internal endpoints such as the internal service IP or kubernetes.default.svc. No other usage is guaranteed across distributions of Kubernetes clusters.'

/** The server's client CA. A server that signs its own certificates has the same CA for serving. */
const authentication = { namespace: 'kube-system', name: 'extension-apiserver-authentication' }

export function serviceAccounts({ rootCertificates }: SimulationOptions): Part {
  return { name: 'service-accounts', controllers: [accounts, rootCertificatesOf(rootCertificates)] }
}

interface Named {
  readonly metadata: { readonly name: string; readonly namespace?: string }
}

/** Maps an object to its namespace, if it has the expected name. */
function homeOf(wanted: string) {
  return ({ metadata: { name, namespace } }: Named) =>
    name === wanted && namespace !== undefined ? [{ name: namespace }] : []
}

const accounts = defineController({
  name: 'service-accounts',
  for: Namespace,
  watches: [watch(ServiceAccount, { requests: homeOf(account), metadataOnly: true })],
  async reconcile({ metadata: { name: namespace } }, { cache, client, signal }) {
    const metadata = { namespace, name: account }
    if (cache.get(ServiceAccount, metadata) !== undefined) return done()
    await client.create(ServiceAccount, { metadata }, { signal }).catch(ignoreSettled)
    return done()
  },
})

function rootCertificatesOf(given: string | undefined) {
  return defineController({
    name: 'root-certificates',
    for: Namespace,
    watches: [watch(ConfigMap, { requests: homeOf(certificates) })],
    async reconcile({ metadata: { name: namespace } }, { cache, client, signal }) {
      const ref = { namespace, name: certificates }
      const data = { 'ca.crt': given ?? cache.get(ConfigMap, authentication)?.data?.['client-ca-file'] ?? '' }
      const found = cache.get(ConfigMap, ref)
      if (deepEqual(found?.data, data)) return done()
      const metadata = { ...ref, annotations: { [rootCertificatesAnnotation]: description } }
      if (found === undefined) await client.create(ConfigMap, { metadata, data }, { signal }).catch(ignoreSettled)
      else await client.patch(ConfigMap, ref, { data }, { signal }).catch(ignoreNotFound)
      return done()
    },
  })
}

/** Another client created the object, or the namespace is terminating and accepts no new ones. */
function ignoreSettled(error: unknown): void {
  if (!isAlreadyExists(error) && !isNotFound(error) && !isForbidden(error)) throw error
}
