/** Untrusted text in objects: shown as text, never as markup. */
import assert from 'node:assert/strict'
import { ConfigMap, Secret } from '@kubewright/kubernetes'
import { assertBecomes, openPage, type Story } from './stories.ts'
import { startTestCluster } from './test-cluster.ts'

const markup = '<img src=x onerror="alert(1)"><script>alert(2)</script>'

export const hostileStory: Story = {
  name: 'hostile texts are texts, and secrets are masked until they are asked for',
  async tell({ browser }) {
    await using cluster = await startTestCluster()
    const labels = { app: 'stories' }
    await cluster.client.create(ConfigMap, {
      metadata: { name: 'hostile', labels, annotations: { 'a/b': markup } },
      data: { fails: markup, constructor: markup, bidi: '\u202e\u0007gnp' },
    })
    await cluster.client.create(Secret, { metadata: { name: 'token' }, stringData: { password: 'correct horse' } })
    await using dashboard = await cluster.dashboard({ allow: ['secrets', 'edit', 'pause', 'reconcile'] })
    await using opened = await openPage(browser, dashboard.url)
    const { page, complaints } = opened
    await page.getByRole('heading', { name: 'Failing' }).waitFor()
    await page.getByText(markup).first().waitFor()
    await page.getByRole('link', { name: 'default/hostile' }).first().click()
    await page.getByText(markup).first().waitFor()
    await page.goto(`${dashboard.url}#/objects/core/v1/ConfigMap/default/hostile`)
    await page.getByLabel('fails').waitFor()
    await assertBecomes(() => page.getByLabel('fails').inputValue(), markup)
    await page.getByRole('link', { name: 'YAML' }).click()
    await page.getByLabel('The object as YAML').waitFor()
    await page.goto(`${dashboard.url}#/objects/${encodeURIComponent(markup)}/v1/${encodeURIComponent(markup)}/x/y`)
    await page.getByText('This dashboard has no such topic.').waitFor()
    assert.equal(await page.locator('img[src="x"], main script').count(), 0)

    await page.goto(`${dashboard.url}#/objects/core/v1/Secret/default/token?tab=yaml`)
    await page.getByText('••••••••').waitFor()
    const masked = await page.content()
    assert.doesNotMatch(masked, /Y29ycmVjd|correct horse/)
    await page.getByRole('button', { name: 'Show the values' }).click()
    await page.getByText('Y29ycmVjdCBob3JzZQ==').waitFor()
    assert.deepEqual(complaints, [])
  },
}
