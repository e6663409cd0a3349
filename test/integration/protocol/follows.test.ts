import { Deployment } from '@kubewright/kubernetes'
import { explore } from '@kubewright/testing'
import { type ClusterView, follows } from '@kubewright/testing/protocol'
import { describe, expect, it } from 'vitest'
import { namespace, operator, projection, Shop, statusOf, up } from './shop.ts'

const areReported = async (view: ClusterView) =>
  (await view.list(Deployment)).filter(({ status }) => status?.observedGeneration !== undefined).length === 3

const explored = (controller: ReturnType<typeof operator>) =>
  explore({
    resources: [Shop],
    controllers: [controller],
    // No goal before the user has reported all Deployments as ready.
    oracles: [follows(projection, { goal: async (view) => ((await areReported(view)) ? up : undefined) })],
    async scenario(user) {
      await user.create(Shop, { metadata: { name: 'shop', namespace }, spec: {} })
      for (const name of ['db', 'api', 'gui']) await user.status.patch(Deployment, { name, namespace }, statusOf(1))
    },
    strategies: ['single'],
    budget: { runs: 30 },
  })

describe('protocol as an oracle of explore()', () => {
  it('finds no violation in an operator that waits for dependencies', async () => {
    const { failures } = await explored(operator({ waits: true }))
    expect(failures.filter(({ oracle }) => oracle === 'protocol').map(({ message }) => message)).toEqual([])
  })

  it('finds an operator that starts a component too early, and names the write and the requirement', async () => {
    const { failures } = await explored(operator({ waits: false }))
    expect(failures.filter(({ oracle }) => oracle === 'protocol').map(({ message }) => message)).toContain(
      '"apply deployments.apps default/api": api.run cannot be performed: nothing satisfies "api.db"',
    )
  })
})
