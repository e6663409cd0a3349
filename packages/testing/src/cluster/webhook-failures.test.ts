import { ConfigMap } from '@kubewright/kubernetes'
import { defineAdmission, problem } from '@kubewright/webhook'
import { describe, expect, it } from 'vitest'
import type { Cluster } from './cluster.ts'
import { startCluster } from './start-cluster.ts'

/** Throws `no ink` for the colour red, rejects blue with the same words. */
const paint = defineAdmission({
  name: 'paint.policy.example.dev',
  for: ConfigMap,
  validate: {
    create({ data }) {
      if (data?.['colour'] === 'red') throw new Error('no ink')
      return data?.['colour'] === 'blue' ? [problem('data.colour', 'no ink')] : []
    },
  },
})

/** The message of the cause of a refused creation. */
async function causeOf(cluster: Cluster, metadata: { name?: string; generateName?: string }, colour: string) {
  const map = { metadata: metadata as { name: string }, data: { colour } }
  const error: unknown = await cluster.client.create(ConfigMap, map).catch((one: unknown) => one)
  expect(error).toBeInstanceOf(Error)
  return ((error as Error).cause as Error | undefined)?.message
}

describe('the cause of an error of a webhook', () => {
  it('is about the object of the call if several calls fail at once', async () => {
    await using cluster = await startCluster({ webhooks: [paint] })
    const causes = await Promise.all(['a', 'b', 'c'].map((name) => causeOf(cluster, { name }, 'red')))
    expect(causes).toEqual(
      ['a', 'b', 'c'].map((name) => expect.stringContaining(`CREATE of ConfigMap default/${name} in`) as string),
    )
  })

  it('is given each time, also to an object whose name the server generates', async () => {
    await using cluster = await startCluster({ webhooks: [paint] })
    const cause = expect.stringContaining('CREATE of ConfigMap default/') as string
    expect(await causeOf(cluster, { name: 'a' }, 'red')).toEqual(cause)
    expect(await causeOf(cluster, { generateName: 'one-' }, 'red')).toEqual(cause)
    expect(await causeOf(cluster, { generateName: 'one-' }, 'red')).toEqual(cause)
  })

  it('is absent if the webhook rejects an object in the words of an earlier failure', async () => {
    await using cluster = await startCluster({ webhooks: [paint] })
    await causeOf(cluster, { name: 'a' }, 'red')
    expect(await causeOf(cluster, { name: 'a' }, 'blue')).toBeUndefined()
  })
})
