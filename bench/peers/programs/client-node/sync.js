/** The cache alone. */
import { informBuiltIn, informCustom, startInformer } from './connection.js'
import { emit } from './progress.js'

const kinds = {
  websites: {
    inform: (connection) => informCustom(connection, 'websites'),
    read: (site) => site.spec.padding?.length ?? 0,
  },
  deployments: {
    inform: (connection) =>
      informBuiltIn(connection, {
        root: '/apis/apps/v1',
        plural: 'deployments',
        all: () => connection.apis.apps.listDeploymentForAllNamespaces(),
        one: (scope) => connection.apis.apps.listNamespacedDeployment(scope),
      }),
    read: (deployment) => deployment.spec.replicas,
  },
}

export async function sync(connection, { resource }) {
  if (!Object.hasOwn(kinds, resource)) throw new Error(`BENCH_RESOURCE is not websites or deployments: ${resource}`)
  const { inform, read } = kinds[resource]
  const informer = inform(connection)
  await startInformer(informer)
  const objects = informer.list()
  emit('synced', { objects: objects.length })
  let sum = 0
  for (const object of objects) sum += read(object)
  if (!Number.isFinite(sum)) throw new Error('a cached object has no spec.padding or spec.replicas that can be read')
  emit('seen', { objects: objects.length })
}
