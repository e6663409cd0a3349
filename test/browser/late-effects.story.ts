/** A page whose effects run late, as on a busy machine, misses no change that happens before them. */
import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { openPage, type Story } from './stories.ts'
import { startTestCluster } from './test-cluster.ts'

/** Effects of components run after a frame or a short timer, and the editor checks a text 200 ms after it changed. All of it waits here. */
const holdEffects = `
  let isOpen = false
  const waiting = []
  const held = (original) => (callback, ms = 0, ...rest) => {
    if (isOpen || ms > 200) return original.call(window, callback, ms, ...rest)
    waiting.push(() => original.call(window, callback, ms, ...rest))
    return 0
  }
  window.requestAnimationFrame = held(window.requestAnimationFrame)
  window.setTimeout = held(window.setTimeout)
  window.holdEffects = () => (isOpen = false)
  window.runEffects = () => {
    isOpen = true
    for (const run of waiting.splice(0)) run()
  }`

const lamp = 'types: { Lamp: { initial: "off", states: { "off": {} } } }\nnodes: { lamp: Lamp }\n'

export const lateEffectsStory: Story = {
  name: 'effects that run late miss neither an address nor an opened file',
  async tell({ browser }) {
    await using cluster = await startTestCluster()
    await using dashboard = await cluster.dashboard({ tools: true })
    await using opened = await openPage(browser, dashboard.url)
    const { page, complaints } = opened
    await page.addInitScript(holdEffects)
    await followAddress(page)
    await openFile(page)
    assert.deepEqual(complaints, [])
  },
}

async function followAddress(page: Page): Promise<void> {
  await page.reload()
  await page.evaluate(`new Promise((changed) => {
    addEventListener('hashchange', changed)
    location.hash = '#/protocols'
  })`)
  await page.evaluate('runEffects()')
  await page.getByText('✓ sound').waitFor()
  await page.getByRole('button', { name: /^db unavailable/ }).waitFor()
}

/** The file is opened while the editor has not shown the text before it. */
async function openFile(page: Page): Promise<void> {
  const editor = page.getByLabel('The topology as YAML')
  await editor.click()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.press('Delete')
  await page.keyboard.insertText('types: {}\n')
  await page.getByText('The drawing shows the last text without errors.').waitFor()
  await page.evaluate('holdEffects()')
  await page.getByRole('button', { name: 'Example' }).click()
  const file = { name: 'lamp.yaml', mimeType: 'application/yaml', buffer: Buffer.from(lamp) }
  await page.getByLabel('A topology as YAML, JSON or CSAR').setInputFiles(file)
  await page.getByText('1 node', { exact: true }).waitFor()
  await page.evaluate('runEffects()')
  await page.getByRole('button', { name: /^lamp off/ }).waitFor()
  await editor.getByText('lamp: Lamp').waitFor()
}
