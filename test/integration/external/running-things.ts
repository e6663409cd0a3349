/** A cluster with a controller of things in a fake cloud, and the status of its one object. */
import { type Cluster, startCluster } from '@kubewright/testing'
import { type CloudOptions, FakeCloud } from './fake-cloud.ts'
import { shop, Thing, things } from './things.ts'

export async function statusOf(cluster: Cluster) {
  return (await cluster.client.get(Thing, shop)).status
}

export async function conditionOf(cluster: Cluster, type: string) {
  return (await statusOf(cluster))?.conditions?.find((one) => one.type === type)
}

/** @param form the kind of controller */
export async function startThings(
  options: Parameters<typeof things>[1] = {},
  how: Omit<CloudOptions, 'clock'> = {},
  form = things,
) {
  const cluster = await startCluster({ resources: [Thing] })
  const cloud = new FakeCloud({ clock: cluster.clock, ...how })
  const run = await cluster.run(form(cloud, options))
  return { cluster, cloud, run, [Symbol.asyncDispose]: () => cluster[Symbol.asyncDispose]() }
}
