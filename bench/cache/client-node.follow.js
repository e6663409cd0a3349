/** An informer of client-node on the bench server. */
import { AppsV1Api, CustomObjectsApi, makeInformer } from '@kubernetes/client-node'
import { connect } from '../client/client-node.connect.js'

const paths = { websites: '/apis/web.example.dev/v1', deployments: '/apis/apps/v1' }

export function informerOf(kind, { namespace, labelSelector } = {}) {
  const config = connect()
  const path = `${paths[kind]}${namespace ? `/namespaces/${namespace}` : ''}/${kind}`
  return makeInformer(config, path, () => list(config, kind, namespace), labelSelector)
}

function list(config, kind, namespace) {
  if (kind === 'websites') {
    const api = config.makeApiClient(CustomObjectsApi)
    const which = { group: 'web.example.dev', version: 'v1', plural: 'websites' }
    return namespace ? api.listNamespacedCustomObject({ ...which, namespace }) : api.listClusterCustomObject(which)
  }
  return config.makeApiClient(AppsV1Api).listDeploymentForAllNamespaces()
}

/** A process that is connected to its server: one-time loading and connecting are not measured. */
export async function warmUp() {
  const informer = informerOf('websites', { namespace: 'empty' })
  await informer.start()
}
