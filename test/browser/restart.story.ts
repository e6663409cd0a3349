/** A server that restarts, and a page that reports it. */
import assert from 'node:assert/strict'
import { ConfigMap } from '@kubewright/kubernetes'
import { openPage, type Story } from './stories.ts'
import { startTestCluster } from './test-cluster.ts'

export const restartStory: Story = {
  name: 'a server that goes away and comes back: the page says that it is old, and goes on by itself',
  async tell({ browser, picture }) {
    await using cluster = await startTestCluster()
    const first = await cluster.dashboard()
    const port = Number(new URL(first.url).port)
    await using opened = await openPage(browser, `${first.url}#/objects/core/v1/ConfigMap`)
    const { page } = opened
    await page
      .getByRole('status')
      .getByText('Live')
      .or(page.getByText('Live', { exact: true }))
      .first()
      .waitFor()
    await first[Symbol.asyncDispose]()
    await page.getByText(/Not connected\. The data is \d+ s old/).waitFor()
    await picture(page, 'old')
    await cluster.client.create(ConfigMap, { metadata: { name: 'made-meanwhile' } })
    await using _second = await cluster.dashboard({ port })
    await page.getByRole('link', { name: 'default/made-meanwhile' }).waitFor()
    await page.getByText('Live', { exact: true }).waitFor()
    assert.equal(await page.locator('main.stale').count(), 0)
  },
}
