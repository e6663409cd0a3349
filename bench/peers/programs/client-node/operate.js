/** The operator: informers, queue and reconcile. */
import { PatchStrategy, setHeaderOptions } from '@kubernetes/client-node'
import { configMapOf, covers, deploymentOf, hostOf, ingressOf, serviceOf } from './children.js'
import { group, informBuiltIn, informCustom, startInformer, version } from './connection.js'
import { KeyedQueue } from './keyed-queue.js'
import { Progress } from './progress.js'

const mergePatch = setHeaderOptions('Content-Type', PatchStrategy.MergePatch)

export async function operate(connection, { mode, concurrency }) {
  const websites = informCustom(connection, 'websites')
  const owned = ownedKinds(connection.apis).map((kind) => ({ ...kind, informer: informBuiltIn(connection, kind) }))
  const others = mode === 'watch20' ? benchPlurals().map((plural) => informCustom(connection, plural)) : []

  const progress = new Progress()
  const operator = { websites, owned, custom: connection.apis.custom, progress }
  const queue = new KeyedQueue(concurrency, (key) => reconcile(operator, key))
  websites.on('change', (site) => queue.add(keyOf(site.metadata.namespace, site.metadata.name)))
  for (const { informer } of owned) informer.on('change', (child) => addOwner(queue, child))

  await Promise.all([websites, ...others, ...owned.map(({ informer }) => informer)].map(startInformer))
  const keys = websites.list().map(({ metadata }) => keyOf(metadata.namespace, metadata.name))
  progress.synced(keys, keys.length + others.reduce((sum, informer) => sum + informer.list().length, 0))
  queue.start()
}

function keyOf(namespace, name) {
  return `${namespace}/${name}`
}

function addOwner(queue, { metadata }) {
  for (const owner of metadata.ownerReferences ?? []) {
    if (owner.controller && owner.kind === 'Website') queue.add(keyOf(metadata.namespace, owner.name))
  }
}

function ownedKinds({ core, apps, networking }) {
  return [
    {
      root: '/api/v1',
      plural: 'configmaps',
      all: () => core.listConfigMapForAllNamespaces(),
      one: (scope) => core.listNamespacedConfigMap(scope),
      desired: configMapOf,
      create: (request) => core.createNamespacedConfigMap(request),
      patch: (request) => core.patchNamespacedConfigMap(request, mergePatch),
    },
    {
      root: '/apis/apps/v1',
      plural: 'deployments',
      all: () => apps.listDeploymentForAllNamespaces(),
      one: (scope) => apps.listNamespacedDeployment(scope),
      desired: deploymentOf,
      create: (request) => apps.createNamespacedDeployment(request),
      patch: (request) => apps.patchNamespacedDeployment(request, mergePatch),
    },
    {
      root: '/api/v1',
      plural: 'services',
      all: () => core.listServiceForAllNamespaces(),
      one: (scope) => core.listNamespacedService(scope),
      desired: serviceOf,
      create: (request) => core.createNamespacedService(request),
      patch: (request) => core.patchNamespacedService(request, mergePatch),
    },
    {
      root: '/apis/networking.k8s.io/v1',
      plural: 'ingresses',
      all: () => networking.listIngressForAllNamespaces(),
      one: (scope) => networking.listNamespacedIngress(scope),
      desired: ingressOf,
      create: (request) => networking.createNamespacedIngress(request),
      patch: (request) => networking.patchNamespacedIngress(request, mergePatch),
    },
  ]
}

function benchPlurals() {
  return Array.from({ length: 19 }, (_, index) => `bench${String(index + 1).padStart(2, '0')}s`)
}

async function reconcile({ websites, owned, custom, progress }, key) {
  progress.reconcileBegins()
  const [namespace, name] = key.split('/')
  const site = websites.get(name, namespace)
  if (site !== undefined && site.metadata.deletionTimestamp === undefined) {
    for (const kind of owned) await ensure(kind, site)
    await updateStatus(custom, site)
  }
  progress.reconciled(key)
}

async function ensure({ informer, desired, create, patch }, site) {
  const { name, namespace } = site.metadata
  const body = desired(site)
  const observed = informer.get(name, namespace)
  if (observed === undefined) await createUnlessExisting(create, { namespace, body })
  else if (!isUpToDate(observed, body)) await patch({ name, namespace, body })
}

/** Listed objects carry neither `apiVersion` nor `kind`. */
function isUpToDate(observed, { apiVersion: _, kind: __, ...wanted }) {
  return covers(observed, wanted)
}

/** If the object exists, the cache is behind, and its event will lead to the next reconcile. */
async function createUnlessExisting(create, request) {
  try {
    await create(request)
  } catch (error) {
    if (error.code !== 409) throw error
  }
}

async function updateStatus(custom, site) {
  const { name, namespace, generation } = site.metadata
  const revision = site.spec.revision
  const { observedGeneration, url, revision: seenRevision } = site.status ?? {}
  const status = { observedGeneration: generation, url: `http://${hostOf(site)}`, revision }
  if (observedGeneration === generation && url === status.url && seenRevision === revision) return
  const body = { status: { ...status, revision: revision ?? null } }
  const object = { group, version, plural: 'websites', namespace, name, body }
  await custom.patchNamespacedCustomObjectStatus(object, mergePatch)
}
