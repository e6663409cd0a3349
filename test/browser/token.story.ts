/** The dashboard of a manager, with access decided by the cluster. */
import assert from 'node:assert/strict'
import { assertAccessible, openPage, type Story } from './stories.ts'
import { startTestCluster } from './test-cluster.ts'

export const tokenStory: Story = {
  name: 'where the cluster decides who may look, a token is asked for and reviewed',
  async tell({ browser, picture }) {
    await using cluster = await startTestCluster()
    const reviewed: string[] = []
    const reviewer = {
      ...cluster.client,
      create: async (_: unknown, { spec }: { spec: { token?: string } }) => {
        if (spec.token === undefined) return { status: { allowed: true } }
        reviewed.push(spec.token)
        return { status: { authenticated: spec.token === 'good', user: { username: 'anna' } } }
      },
    }
    const manager = Object.create(cluster.manager, { client: { value: reviewer } }) as typeof cluster.manager
    const bound = new Proxy(cluster.manager, {
      get: (target, name) => (name === 'client' ? manager.client : bindOf(target, name)),
    })
    await using dashboard = await cluster.dashboard({ manager: bound, access: 'authorized' })
    await using opened = await openPage(browser, dashboard.url)
    const { page } = opened
    await page.getByRole('heading', { name: 'Who are you?' }).waitFor()
    await picture(page, 'token')
    await assertAccessible(page, 'the question for a token')
    await page.getByLabel('Token').fill('bad')
    await page.getByRole('button', { name: 'Look' }).click()
    await page.getByText('Unauthorized').waitFor()
    await page.getByLabel('Token').fill('good')
    await page.getByRole('button', { name: 'Look' }).click()
    await page.getByRole('heading', { name: 'maps' }).waitFor()
    assert.deepEqual(reviewed, ['bad', 'good'])
    // Objects would be read with the permissions of the operator, not of the viewer.
    assert.equal(await page.getByRole('link', { name: 'Objects' }).count(), 0)
  },
}

function bindOf(target: object, name: string | symbol): unknown {
  const value: unknown = Reflect.get(target, name, target)
  return typeof value === 'function' ? (value.bind(target) as unknown) : value
}
