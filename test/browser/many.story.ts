/** Ten thousand objects, two hundred changes a second, and a page that stays smooth. */
import assert from 'node:assert/strict'
import { sleep, systemClock } from '@kubewright/core'
import { ConfigMap } from '@kubewright/kubernetes'
import { openPage, type Stage, type Story } from './stories.ts'
import { type TestCluster, startTestCluster } from './test-cluster.ts'

const objects = 10_000
const changesASecond = 200
const seconds = 8
/** Longer than this, and somebody sees it. */
const longestFrameMs = 100
const attempts = 3

/** Runs in the page: how long its thread was busy without a break. */
const watchFrames = `
  globalThis.longTasks = []
  new PerformanceObserver((list) => longTasks.push(...list.getEntries().map(({ duration }) => duration)))
    .observe({ type: 'longtask', buffered: true })
`

export const manyStory: Story = {
  name: `${objects.toLocaleString('en')} objects and ${changesASecond} changes a second: no frame over ${longestFrameMs} ms`,
  async tell(stage) {
    await using cluster = await startTestCluster()
    await fill(cluster)
    await using dashboard = await cluster.dashboard()
    // What other programs take of the machine is nothing the page can do about: the best of three counts.
    let longest = Number.POSITIVE_INFINITY
    for (let attempt = 0; attempt < attempts && longest >= longestFrameMs; attempt++) {
      longest = Math.min(longest, await longestTask(stage, cluster, dashboard.url))
    }
    assert.ok(longest < longestFrameMs, `a frame took ${longest} ms`)
  },
}

/** Opens the list, changes objects, scrolls and searches. @returns how long the page's thread was busy without a break, at most */
async function longestTask({ browser, picture }: Stage, cluster: TestCluster, url: string): Promise<number> {
  await using opened = await openPage(browser, `${url}#/objects`)
  const { page, complaints } = opened
  await page.evaluate(watchFrames)
  await page.goto(`${url}#/objects/core/v1/ConfigMap`)
  await page.getByText(/10,0\d\d objects/).waitFor()
  const [made] = await Promise.all([change(cluster), scrollAbout(page)])
  await page.getByLabel(/Search objects/).fill('map-09999')
  await page.getByRole('link', { name: 'default/map-09999' }).waitFor()
  await picture(page, 'many')
  const longTasks = (await page.evaluate('longTasks')) as number[]
  const longest = Math.round(Math.max(0, ...longTasks))
  console.log(`  ${made} changes in ${seconds} s; ${longTasks.length} tasks over 50 ms, the longest ${longest} ms`)
  assert.ok((await page.getByRole('listitem').count()) < 100, 'only what can be seen is in the document')
  assert.deepEqual(complaints, [])
  return longest
}

async function fill({ client }: TestCluster): Promise<void> {
  for (let at = 0; at < objects; at += 100) {
    await Promise.all(
      Array.from({ length: 100 }, (_, index) => {
        const name = `map-${String(at + index).padStart(5, '0')}`
        return client.create(ConfigMap, { metadata: { name }, data: { a: '1' } })
      }),
    )
  }
}

/** Annotations that the list shows, at a steady pace. @returns how many changes were made */
async function change({ client }: TestCluster): Promise<number> {
  const began = systemClock.elapsed()
  const under: Promise<unknown>[] = []
  for (let round = 0; round < seconds * 10; round++) {
    for (let index = 0; index < changesASecond / 10; index++) {
      const name = `map-${String((round * 37 + index * 499) % objects).padStart(5, '0')}`
      const annotations = { 'kubewright.dev/paused': round % 2 === 0 ? 'true' : 'false' }
      under.push(client.patch(ConfigMap, { namespace: 'default', name }, { metadata: { annotations } }))
    }
    await sleep(systemClock, Math.max(0, (round + 1) * 100 - (systemClock.elapsed() - began)))
  }
  await Promise.all(under)
  return under.length
}

async function scrollAbout(page: import('playwright-core').Page): Promise<void> {
  for (let at = 0; at < seconds * 2; at++) {
    await page.evaluate(`document.querySelector('.virtual').scrollTop = ${(at * 27_001) % 400_000}`)
    await page.waitForTimeout(400)
  }
}
