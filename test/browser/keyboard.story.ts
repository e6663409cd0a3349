/** Navigation by keyboard only. */
import assert from 'node:assert/strict'
import { ConfigMap } from '@kubewright/kubernetes'
import type { Page } from 'playwright-core'
import { openPage, type Story } from './stories.ts'
import { startTestCluster } from './test-cluster.ts'

const focused = (page: Page) =>
  page.evaluate(
    'document.activeElement?.textContent?.trim() || document.activeElement?.getAttribute("aria-label")',
  ) as Promise<string>

/** Fails if the element cannot be reached by Tab. */
async function tabTo(page: Page, wanted: RegExp): Promise<void> {
  const seen: string[] = []
  for (let presses = 0; presses < 60; presses++) {
    await page.keyboard.press('Tab')
    const name = await focused(page)
    if (wanted.test(name ?? '')) return
    seen.push(name)
  }
  assert.fail(`Tab does not lead to ${wanted}, but to: ${seen.join(' | ')}`)
}

export const keyboardStory: Story = {
  name: 'the keyboard alone leads everywhere',
  async tell({ browser }) {
    await using cluster = await startTestCluster()
    await cluster.client.create(ConfigMap, { metadata: { name: 'blog', labels: { app: 'stories' } }, data: { a: '1' } })
    await using dashboard = await cluster.dashboard({ allow: ['pause', 'edit', 'reconcile'] })
    await using opened = await openPage(browser, dashboard.url)
    const { page } = opened
    await page.getByRole('link', { name: 'default/blog' }).waitFor()
    await page.keyboard.press('Tab')
    assert.equal(await focused(page), 'Skip to content')
    await tabTo(page, /^default\/blog maps$/)
    await page.keyboard.press('Enter')
    await tabTo(page, /^Reconcile now$/)
    await page.keyboard.press('Enter')
    await page.getByText('triggered by the dashboard').first().waitFor()
    await tabTo(page, /^Open the ConfigMap$/)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'default/blog' }).waitFor()
    await tabTo(page, /^YAML$/)
    await page.keyboard.press('Enter')
    await page.getByLabel('The object as YAML').waitFor()
    await tabTo(page, /^Graph$/)
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: /ConfigMap.*blog/ }).waitFor()
    await tabTo(page, /^Objects$/)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Objects' }).waitFor()
    await tabTo(page, /Search kinds/)
    await page.keyboard.type('configmap')
    await tabTo(page, /^ConfigMap/)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'ConfigMap' }).waitFor()
  },
}
