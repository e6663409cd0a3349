/** The peer's objects on the API server: its kinds, its ControllerRing and the Themes of its Websites. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Client, defineDynamicResource, established, isNotFound } from '@kubewright/client'
import { CustomResourceDefinition, Lease, MutatingWebhookConfiguration, Namespace } from '@kubewright/kubernetes'
import { parse } from 'yaml'

/** The observer's name for the peer's Websites. */
export const webhostingWebsites = 'websites.webhosting.timebertt.dev'

/** The ring selects the namespaces with this label. */
export const projectLabels = { 'webhosting.timebertt.dev/project': 'true' }

const sharderNamespace = 'sharding-system'
export const shardNamespace = 'webhosting-system'

const ring = { name: 'webhosting-operator' }
const shardLabel = `shard.alpha.sharding.timebertt.dev/${ring.name}`

const crds = [
  'config/crds/sharding.timebertt.dev_controllerrings.yaml',
  'webhosting-operator/config/manager/crds/webhosting.timebertt.dev_websites.yaml',
  'webhosting-operator/config/manager/crds/webhosting.timebertt.dev_themes.yaml',
]
const ringFile = 'webhosting-operator/config/manager/controllerring/controllerring.yaml'

const ControllerRing = defineDynamicResource({
  group: 'sharding.timebertt.dev',
  version: 'v1alpha1',
  kind: 'ControllerRing',
  plural: 'controllerrings',
  scope: 'Cluster',
})

const webhosting = { group: 'webhosting.timebertt.dev', version: 'v1alpha1' }
const Theme = defineDynamicResource({ ...webhosting, kind: 'Theme', plural: 'themes', scope: 'Cluster' })
const Website = defineDynamicResource({ ...webhosting, kind: 'Website', plural: 'websites', scope: 'Namespaced' })

/** The observer knows these: each is the name and the color of a Theme. */
const themes = ['aqua', 'navy', 'teal']

/** @param source the checkout whose manifests are applied */
export async function installRing(client: Client, source: string): Promise<void> {
  const read = async (path: string) => parse(await readFile(join(source, path), 'utf8'))
  for (const path of crds) {
    const { metadata } = await client.apply(CustomResourceDefinition, await read(path), { force: true })
    await client.waitFor(CustomResourceDefinition, metadata, established)
  }
  for (const name of [sharderNamespace, shardNamespace]) await client.apply(Namespace, { metadata: { name } })
  for (const name of themes) {
    await client.apply(Theme, { metadata: { name }, spec: { color: name, fontFamily: 'Arial' } })
  }
  await client.list(Website, { limit: 1 })
  await client.apply(ControllerRing, await read(ringFile))
}

/** Removes what would affect later runs: the webhook, the ring and all leases. */
export async function removeRing(client: Client): Promise<void> {
  await unlessGone(client.delete(MutatingWebhookConfiguration, { name: `controllerring-${ring.name}` }))
  await unlessGone(client.delete(ControllerRing, ring))
  for (const namespace of [sharderNamespace, shardNamespace]) {
    await client.deleteCollection(Lease, { namespace, all: true })
  }
}

async function unlessGone(deletion: Promise<unknown>): Promise<void> {
  try {
    await deletion
  } catch (error) {
    // A run that failed early has neither.
    if (!isNotFound(error)) throw error
  }
}

/** Whether the sharder sees all shards, and the webhook assigns a new Website to one of them. */
export async function isAssigning(client: Client, namespace: string, shards: number): Promise<boolean> {
  const { status } = (await client.get(ControllerRing, ring)) as { status?: { availableShards?: number } }
  if (status?.availableShards !== shards) return false
  const probe = { metadata: { namespace, name: 'probe' }, spec: { theme: themes[0] } }
  const { metadata } = await client.create(Website, probe, { dryRun: true })
  return metadata.labels?.[shardLabel] !== undefined
}
