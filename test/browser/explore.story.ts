/** An exploration from the page: start, progress, stop, and the story of a failure step by step. */
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Page } from 'playwright-core'
import { printedAddress } from './printed-address.ts'
import { assertAccessible, assertBecomes, assertFits, openPage, type Story } from './stories.ts'

const root = resolve(import.meta.dirname, '../..')
const command = join(root, 'apps/cli/bin/kubewright.js')
const project = 'test/browser/sites'
const patient = { timeout: 90_000 }

async function startDev(folder: string): Promise<AsyncDisposable & { readonly url: string }> {
  const args = ['dev', '--config', `${project}/kubewright.config.ts`, '--kubeconfig', join(folder, 'config')]
  const child = spawn(process.execPath, [command, ...args, '--dashboard', '0'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const url = await printedAddress(child, /dashboard (http:\S+)/)
  return {
    url,
    async [Symbol.asyncDispose]() {
      const exited = once(child, 'exit')
      child.kill('SIGINT')
      await exited
    },
  }
}

export const exploreStory: Story = {
  name: 'explore: an exploration is run, watched and stopped, and the story of a failure is read step by step',
  async tell({ browser, picture }) {
    const folder = await mkdtemp(join(tmpdir(), 'kubewright-explore-'))
    const dev = await startDev(folder)
    try {
      await using opened = await openPage(browser, dev.url, { permissions: ['clipboard-read', 'clipboard-write'] })
      const { page, complaints } = opened
      await page.getByRole('link', { name: 'Explore' }).click()
      await page.getByRole('combobox', { name: /Exploration/ }).waitFor()
      await refuses(page)
      await stops(page)
      await finds(page)
      await picture(page, 'explore')
      await assertAccessible(page, 'a running exploration and its failures')
      await reads(page)
      await page.getByRole('region', { name: 'Sequence diagram' }).scrollIntoViewIfNeeded()
      await picture(page, 'story')
      await assertAccessible(page, 'the story of a failure')
      await readsByKeyboard(page)
      await page.setViewportSize({ width: 390, height: 800 })
      await assertFits(page, 'the story of a failure')
      await picture(page, 'story-phone')
      await page.setViewportSize({ width: 1_280, height: 860 })
      await opensReport(page, folder)
      assert.deepEqual(complaints, ['Failed to load resource: the server responded with a status of 400 (Bad Request)'])
    } finally {
      await dev[Symbol.asyncDispose]()
      await rm(folder, { recursive: true })
    }
  },
}

/** An invalid request is rejected before anything starts. */
async function refuses(page: Page): Promise<void> {
  await page.getByLabel('Budget').fill('a while')
  await page.getByRole('button', { name: 'Explore', exact: true }).click()
  await page.getByText('"budget" is not a duration').waitFor()
}

async function stops(page: Page): Promise<void> {
  await page.getByLabel('Budget').fill('10m')
  await page.getByRole('button', { name: 'Explore', exact: true }).click()
  await page.locator('.chip', { hasText: 'running' }).waitFor(patient)
  await page.getByRole('progressbar').first().waitFor(patient)
  await page.getByRole('button', { name: 'Stop' }).click()
  await page.locator('.chip', { hasText: 'stopped' }).waitFor(patient)
}

async function finds(page: Page): Promise<void> {
  await page.getByLabel('Budget').fill('60s')
  await page.getByLabel('Seed').fill('story')
  await page.getByRole('checkbox', { name: 'single' }).check()
  await page.getByRole('button', { name: 'Explore', exact: true }).click()
  await page.locator('.chip', { hasText: 'done' }).waitFor(patient)
  await page.getByText('seed story').waitFor()
  await page
    .getByRole('link', { name: /end-state/ })
    .first()
    .waitFor()
}

async function reads(page: Page): Promise<void> {
  await page
    .getByRole('link', { name: /Secret default\/blog is missing/ })
    .first()
    .click()
  const diagram = page.getByRole('region', { name: 'Sequence diagram' })
  await diagram.getByRole('img', { name: /Messages between user, .*server, operator 1/ }).waitFor()
  await page.getByText(/This goes wrong: /).waitFor()
  // The story continues after the fault, and the objects change with it.
  await page.getByRole('button', { name: '← Back' }).click()
  await page.getByText(/This goes wrong: /).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'To the fault' }).click()
  await page.getByText(/This goes wrong: /).waitFor()
  await page
    .getByRole('group')
    .filter({ hasText: /sites\.web\.example\.dev default\/blog/ })
    .first()
    .waitFor()
}

async function readsByKeyboard(page: Page): Promise<void> {
  const place = page.getByText(/^\d+ of \d+$/).last()
  await page.getByRole('region', { name: 'Sequence diagram' }).focus()
  await page.keyboard.press('Home')
  await page.getByText(/^1 of \d+$/).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.getByText(/^2 of \d+$/).waitFor()
  await page.keyboard.press('End')
  const [, at, count] = /^(\d+) of (\d+)$/.exec((await place.textContent())!.trim()) ?? []
  assert.equal(at, count)
  await page.getByRole('button', { name: 'List' }).click()
  const list = page.getByRole('list', { name: 'What happens' })
  await assertBecomes(() => list.getByRole('listitem').count(), Number(count))
  await list.getByRole('button').first().click()
  await page.getByText(/^1 of \d+$/).waitFor()
  await page.getByRole('button', { name: 'Text', exact: true }).click()
  await page.getByText('Plan: ').waitFor()
  await page.getByRole('button', { name: 'Copy' }).click()
  await page.getByText('Copied.').waitFor()
  const copied = (await page.evaluate('navigator.clipboard.readText()')) as string
  assert.match(copied, /^npx kubewright explore test\/browser\/sites\/sites\.explore\.ts --plan end-state-\d\.json$/)
}

/** A report of the command is read in the page and never uploaded. */
async function opensReport(page: Page, folder: string): Promise<void> {
  const args = ['explore', `${project}/sites.explore.ts`, '--strategy', 'single', '--json']
  const { stdout } = spawnSync(process.execPath, [command, ...args], { cwd: root, maxBuffer: 1e8 })
  const path = join(folder, 'report.json')
  await writeFile(path, stdout)
  await page.getByText('Open a report').click()
  await page
    .getByLabel(/A file that/)
    .setInputFiles({ name: 'x.json', mimeType: 'application/json', buffer: Buffer.from('{') })
  await page.getByText('x.json is not JSON').waitFor()
  await page.getByLabel(/A file that/).setInputFiles(path)
  await page.getByText(/report\.json: \d+ runs/).waitFor()
  await page.waitForURL(/#\/explore\/opened\/1$/)
  await page.getByText(/kubewright explore FILE --plan/).waitFor()
}
