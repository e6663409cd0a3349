import { type Controller, defineController, defineGroupController, done, index, watch } from '@kubewright/controller'
import { recordedLog } from '@kubewright/core/testing'
import { ConfigMap, Secret } from '@kubewright/kubernetes'
import { startCluster } from '@kubewright/testing'
import { expect, it } from 'vitest'
import { managerOn, rest } from '../manager/managed.ts'

const scope = { labels: 'app=test' }
const own = { name: 'maps', for: ConfigMap, scope, reconcile: async () => done() }
const fail = () => {
  throw new Error('odd')
}
/** Fails for the object that the test creates. */
const failOn = ({ metadata }: { readonly metadata: { readonly name: string } }) =>
  metadata.name === 'blog' ? fail() : 'x'

it.each<{ name: string; controller: Controller; kind: string; message: string }>([
  {
    name: 'when',
    controller: defineController({ ...own, when: fail }),
    kind: 'ConfigMap',
    message: 'controller function failed, the object is requeued',
  },
  {
    name: 'when',
    controller: defineController({ ...own, watches: [watch(Secret, { when: fail, requests: () => [] })] }),
    kind: 'Secret',
    message: 'controller function failed, all objects are requeued',
  },
  {
    name: 'requests',
    controller: defineController({ ...own, watches: [watch(Secret, { requests: fail })] }),
    kind: 'Secret',
    message: 'controller function failed, all objects are requeued',
  },
  {
    name: 'index by-word',
    controller: defineController({ ...own, indexes: [index(ConfigMap, 'by-word', failOn)] }),
    kind: 'ConfigMap',
    message: 'controller function failed, the object is missing from the index',
  },
  {
    name: 'by',
    controller: defineGroupController({ ...own, by: failOn }),
    kind: 'ConfigMap',
    message: 'controller function failed, the object is in no group, and all groups are requeued',
  },
  {
    name: 'fairBy',
    controller: defineController({ ...own, fairBy: fail }),
    kind: 'ConfigMap',
    message: 'controller function failed, falling back to the namespace',
  },
])(
  'controller function $name that throws for a $kind is logged once, with controller, kind and object',
  async (expected) => {
    const { name, controller, kind, message } = expected
    await using cluster = await startCluster()
    const { log, entries } = recordedLog()
    const manager = managerOn(cluster, { controllers: [controller], permissions: 'skip', log, name: 'maps' })
    await using _ = manager.start()
    await rest(cluster, manager)
    const metadata = { name: 'blog', namespace: 'default', labels: { app: 'test' } }
    if (kind === 'Secret') await cluster.client.create(Secret, { metadata })
    else await cluster.client.create(ConfigMap, { metadata })
    await rest(cluster, manager)
    const fields = { controller: 'maps', function: name, kind, object: 'default/blog', error: expect.any(Error) }
    const failures = entries.filter(({ level }) => level === 'error')
    expect(failures).toEqual([{ level: 'error', message, fields }])
  },
)
