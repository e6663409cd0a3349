import { startCluster } from '@kubewright/testing'
import { ConfigMap, defineResource } from 'kubewright'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { group } from './names.ts'
import { serverNameOf } from './server-name.ts'
import { homepage } from './testing/hosting.ts'
import { Website } from './website.ts'
import { websites } from './websites.ts'

/** Themes of a CRD whose schema was loosened. */
const AnyTheme = defineResource({
  group,
  version: 'v1alpha1',
  kind: 'Theme',
  scope: 'Cluster',
  spec: z.object({ color: z.string(), fontFamily: z.string() }),
})

it('a theme with CSS injection never reaches a page, even if the server accepts it', async () => {
  await using cluster = await startCluster({ resources: [AnyTheme, Website], simulation: true })
  const { client } = cluster
  const evil = 'red}</style><script>alert(1)</script><style>'
  await client.create(AnyTheme, { metadata: { name: 'evil' }, spec: { color: evil, fontFamily: 'serif' } })
  await using _ = await cluster.run(websites())
  const site = await client.create(Website, { metadata: homepage, spec: { theme: 'evil' } })
  await cluster.settle()
  expect((await client.get(Website, homepage)).status).toMatchObject({
    phase: 'Error',
    conditions: [{ reason: 'ThemeUnusable', message: 'spec.color of the Theme evil is no colour; edit it' }],
  })
  await expect(client.get(ConfigMap, { name: serverNameOf(site) })).rejects.toThrow('not found')
  await client.patch(AnyTheme, { name: 'evil' }, { spec: { color: 'red' } })
  await cluster.settle()
  expect((await client.get(Website, homepage)).status?.phase).toBe('Ready')
})
