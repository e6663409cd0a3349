/** Five hundred owned objects: grouped, expanded and navigated by keyboard, with no frame over a tenth of a second. */
import assert from 'node:assert/strict'
import { ConfigMap, Secret } from '@kubewright/kubernetes'
import type { Page } from 'playwright-core'
import { assertAccessible, assertBecomes, openPage, type Stage, type Story } from './stories.ts'
import { startTestCluster, type TestCluster } from './test-cluster.ts'

const owners = 25
const ownedByEach = 19
/** The root, its children, and theirs. */
const nodes = 1 + owners + owners * ownedByEach
const longestFrameMs = 100
const attempts = 3

/** Runs in the page: records long tasks of its main thread. */
const watchFrames = `
  globalThis.longTasks = []
  new PerformanceObserver((list) => longTasks.push(...list.getEntries().map(({ duration }) => duration)))
    .observe({ type: 'longtask', buffered: false })
`

export const graphStory: Story = {
  name: `graph: ${nodes} objects of one owner, drawn, opened by keyboard, no frame over ${longestFrameMs} ms`,
  async tell(stage) {
    await using cluster = await startTestCluster()
    await fill(cluster)
    await using dashboard = await cluster.dashboard()
    // Other load on the machine is not the page's fault: the best of three counts.
    let longest = Number.POSITIVE_INFINITY
    for (let attempt = 0; attempt < attempts && longest >= longestFrameMs; attempt++) {
      longest = Math.min(longest, await walk(stage, cluster, dashboard.url))
    }
    assert.ok(longest < longestFrameMs, `a frame took ${longest} ms`)
  },
}

async function fill({ client }: TestCluster): Promise<void> {
  const top = await client.create(ConfigMap, { metadata: { name: 'top' } })
  for (let at = 0; at < owners; at++) {
    const middle = await client.create(ConfigMap, { metadata: { name: `middle-${at}`, ...owned(top) } })
    const below = Array.from({ length: ownedByEach }, (_, index) =>
      client.create(Secret, { metadata: { name: `leaf-${at}-${index}`, ...owned(middle) } }),
    )
    await Promise.all(below)
  }
}

function owned({ metadata: { name, uid } }: ConfigMap) {
  return { ownerReferences: [{ apiVersion: 'v1', kind: 'ConfigMap', name, uid, controller: true }] }
}

/** @returns the longest task of the page's main thread */
async function walk({ browser, picture }: Stage, cluster: TestCluster, url: string): Promise<number> {
  await using opened = await openPage(browser, `${url}#/objects`)
  const { page, complaints } = opened
  await page.getByRole('link', { name: 'Objects' }).waitFor()
  await page.evaluate(watchFrames)
  await page.goto(`${url}#/objects/core/v1/ConfigMap/default/top?tab=graph`)
  await page.getByText(`${nodes} objects`).waitFor()
  const graph = page.getByRole('region', { name: 'Ownership graph' })
  // Many objects of one kind are collapsed into one box.
  const group = graph.getByRole('button', { name: `${owners} ConfigMaps` })
  await group.waitFor()
  await assertBecomes(() => graph.getByRole('link').count(), 1)
  await picture(page, 'graph-grouped')
  await openAll(page)
  await graph
    .getByRole('link')
    .nth(nodes - 1)
    .waitFor({ timeout: 60_000 })
  await picture(page, 'graph-500')
  await changesAreSeen(page, cluster)
  await shrinks(page)
  const longTasks = (await page.evaluate('longTasks')) as number[]
  const longest = Math.round(Math.max(0, ...longTasks))
  console.log(`  ${nodes} objects; ${longTasks.length} tasks over 50 ms, the longest ${longest} ms`)
  await assertAccessible(page, `a graph of ${nodes} objects`)
  assert.deepEqual(complaints, [])
  return longest
}

/** Keyboard only: focuses the group, opens it, and so on for each new group. */
async function openAll(page: Page): Promise<void> {
  const graph = page.getByRole('region', { name: 'Ownership graph' })
  await graph.getByRole('button', { name: `${owners} ConfigMaps` }).focus()
  await page.keyboard.press('Enter')
  const closed = graph.locator('[aria-expanded=false]')
  await graph
    .locator('[aria-expanded=false]')
    .nth(owners - 1)
    .waitFor()
  for (let left = owners; left > 0; left--) {
    await closed.first().focus()
    await page.keyboard.press(left % 2 === 0 ? 'Enter' : ' ')
    await closed.nth(left - 1).waitFor({ state: 'detached' })
  }
}

async function changesAreSeen(page: Page, { client }: TestCluster): Promise<void> {
  await client.delete(Secret, { namespace: 'default', name: 'leaf-0-0' })
  await page.getByText(`${nodes - 1} objects`).waitFor()
  const middle = await client.get(ConfigMap, { namespace: 'default', name: 'middle-0' })
  await client.create(Secret, { metadata: { name: 'leaf-0-0', ...owned(middle) } })
  await page.getByText(`${nodes} objects`).waitFor()
}

async function shrinks(page: Page): Promise<void> {
  for (let times = 0; times < 4; times++) await page.getByRole('button', { name: 'Smaller' }).click()
  await page.getByRole('button', { name: '100 %' }).click()
}
