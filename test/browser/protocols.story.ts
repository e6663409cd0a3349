/** Protocols: written, drawn, simulated and planned in the page, with import and export. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { readCsar, writeCsar } from '@kubewright/protocol/tosca'
import { parseTopologyYaml } from '@kubewright/protocol/yaml'
import { assertAccessible, assertBecomes, assertFits, openPage, type Stage, type Story } from './stories.ts'
import { startTestCluster } from './test-cluster.ts'

const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Ways to work on it' }).getByRole('link', { name, exact: true }).click()
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click()
const node = (page: Page, name: string, state: string) =>
  page.getByRole('button', { name: new RegExp(`^${name} ${state}`) })

export const protocolsStory: Story = {
  name: 'protocols: checked as one types, simulated with undo, planned, and every fault with its recovery',
  async tell(stage) {
    await using cluster = await startTestCluster()
    await using dashboard = await cluster.dashboard({ tools: true })
    await using opened = await openPage(stage.browser, `${dashboard.url}#/protocols`)
    const { page, complaints } = opened
    await page.getByText('✓ sound').waitFor()
    await node(page, 'db', 'unavailable').press('Enter')
    await page.getByRole('heading', { name: /Protocol of db/ }).waitFor()
    await page.getByLabel('The topology as YAML').waitFor()
    await assertAccessible(page, 'a protocol as text')
    await edit(page, stage)
    await simulate(page, stage)
    await plan(page)
    await faults(page, stage)
    await mistype(page)
    await files(page)
    assert.deepEqual(complaints, [])
    await onAPhone(dashboard.url, stage)
  },
}

/** Draws an operation between two states, and removes it again. */
async function edit(page: Page, { picture }: Stage): Promise<void> {
  await tab(page, 'Protocol')
  await press(page, /^crashed$/)
  await press(page, /^running needs storage/)
  await assertBecomes(() => page.getByLabel('from which state, operation').inputValue(), 'crashed')
  await page.getByLabel('Name of a new operation').fill('repair')
  await page.getByRole('checkbox', { name: 'needs storage' }).last().check()
  await page.getByLabel('Name of a new operation').press('Enter')
  await page.getByRole('listitem').filter({ hasText: 'repaircrashed → running · needs storage' }).waitFor()
  await picture(page, 'protocol-editor')
  await assertAccessible(page, 'a protocol to be edited')
  await page.getByLabel('Name of a new state').fill('paused')
  await page.getByLabel('Name of a new state').press('Enter')
  await page.getByRole('button', { name: /^paused$/ }).waitFor()
  await press(page, 'Remove the state paused')
  await press(page, 'Remove the operation repair from crashed')
  await page.getByRole('listitem').filter({ hasText: 'repair' }).waitFor({ state: 'detached' })
}

async function simulate(page: Page, { picture }: Stage): Promise<void> {
  await tab(page, 'Simulator')
  for (const step of ['disk.create', 'db.run', 'api.run', 'web.run', 'web.connect']) {
    await press(page, new RegExp(`^${step} `))
  }
  await node(page, 'web', 'serving').waitFor()
  await press(page, /^db\.crash /)
  await node(page, 'api', 'crashed').waitFor()
  await page.getByText('then handle api.database, handle web.api').waitFor()
  await picture(page, 'protocols')
  await assertAccessible(page, 'a simulation')
  await press(page, 'Undo')
  await node(page, 'api', 'running').waitFor()
  await press(page, 'Redo')
  await node(page, 'web', 'alone').waitFor()
  await press(page, 'Undo')
  await page.getByLabel('handle faults at once').uncheck()
  await press(page, /^db\.crash /)
  await page.getByText('api misses its database.').waitFor()
  await node(page, 'api', 'running, misses database').waitFor()
  await press(page, /^handle api\.database /)
  await page.getByText('web misses its api.').waitFor()
  await page.getByLabel('handle faults at once').check()
}

async function plan(page: Page): Promise<void> {
  await tab(page, 'Planner')
  await page.getByLabel('Goal of web').selectOption('serving')
  await press(page, 'Find a plan')
  await page.getByText('6 steps').waitFor()
  await press(page, 'As a graph')
  await page.getByRole('img', { name: /Step 6, web\.connect/ }).waitFor()
  await assertAccessible(page, 'a plan')
  await press(page, 'Play the next step')
  await node(page, 'web', 'alone').waitFor()
  await press(page, 'Play all')
  await node(page, 'web', 'serving').waitFor()
  await page.getByRole('img', { name: /Step 6, web\.connect: done/ }).waitFor()
}

async function faults(page: Page, { picture }: Stage): Promise<void> {
  await tab(page, 'Faults')
  await page.getByText('recovers from everything').waitFor()
  await page.getByRole('row', { name: /db\.crash api, web 7 steps/ }).waitFor()
  await picture(page, 'faults')
  await assertAccessible(page, 'the fault table')
  await press(page, /^api\.crash$/)
  await node(page, 'api', 'crashed').waitFor()
}

/** Removes a fault handler, and then half of a word. */
async function mistype(page: Page): Promise<void> {
  await tab(page, 'Text')
  const editor = page.getByLabel('The topology as YAML')
  const text = await wholeText(page)
  const type = async (changed: string) => {
    await editor.click()
    await page.keyboard.press('ControlOrMeta+A')
    await page.keyboard.press('Delete')
    await page.keyboard.insertText(changed)
  }
  await type(text.replace(/ {4}faults: \{ running: crashed \} # where.*\n/, ''))
  await page
    .getByText(/no fault handler answers the loss of "storage"/)
    .first()
    .waitFor()
  await tab(page, 'Faults')
  await page.getByText(/no way back from \d+ states/).waitFor()
  await press(page, 'Go there in the simulator')
  await page
    .getByRole('button', { name: /misses/ })
    .first()
    .waitFor()
  await tab(page, 'Text')
  await page.getByLabel('The topology as YAML').waitFor()
  await type(text.replace('web: Web', 'web: Wob <img src=x>'))
  await page
    .getByText(/there is no node type "Wob <img src=x>"/)
    .first()
    .waitFor()
  await page.getByText('The drawing shows the last text without errors.').waitFor()
  await press(page, /^line \d+$/)
  // The editor takes the focus after the next frame.
  await page.locator('[aria-label="The topology as YAML"]:focus').waitFor()
  await page.reload()
  await page
    .getByText(/there is no node type "Wob/)
    .first()
    .waitFor()
  await press(page, 'Example')
  await page.getByText('✓ sound').waitFor()
}

/** The document contains only the visible part of the editor; the file has all of it. */
async function wholeText(page: Page): Promise<string> {
  const [download] = await Promise.all([page.waitForEvent('download'), press(page, 'Save YAML')])
  return readFile(await download.path(), 'utf8')
}

async function files(page: Page): Promise<void> {
  const [download] = await Promise.all([page.waitForEvent('download'), press(page, 'Save CSAR')])
  const topology = readCsar(new Uint8Array(await readFile(await download.path())))
  assert.deepEqual([...topology.nodes.keys()], ['disk', 'db', 'api', 'web'])
  assert.equal(parseTopologyYaml(await wholeText(page)).nodes.size, 4)
  const input = page.getByLabel('A topology as YAML, JSON or CSAR')
  const lamp = 'types: { Lamp: { initial: off, states: { off: {}, "on": {} } } }\nnodes: { lamp: Lamp }\n'
  const buffer = Buffer.from(writeCsar(parseTopologyYaml(lamp.replaceAll('off', '"off"'))))
  await input.setInputFiles({ name: 'lamp.csar', mimeType: 'application/zip', buffer })
  await node(page, 'lamp', 'off').waitFor()
  const hostile = Buffer.from(buffer.toString('latin1').replaceAll('TOSCA-Metadata/', '../../Metadata/'), 'latin1')
  await input.setInputFiles({ name: 'evil.csar', mimeType: 'application/zip', buffer: hostile })
  await page
    .getByRole('alert')
    .getByText(/leads out of it/)
    .waitFor()
  await node(page, 'lamp', 'off').waitFor()
}

async function onAPhone(url: string, { browser, picture }: Stage): Promise<void> {
  const options = { viewport: { width: 360, height: 740 }, colorScheme: 'dark' } as const
  await using phone = await openPage(browser, `${url}#/protocols`, options)
  const { page, complaints } = phone
  for (const name of ['Text', 'Protocol', 'Simulator', 'Planner', 'Faults']) {
    await tab(page, name)
    await node(page, 'db', 'unavailable').waitFor()
    await assertFits(page, `${name} of a protocol`)
    await assertAccessible(page, `${name} of a protocol, dark, on a phone`)
    await picture(page, `phone-protocol-${name.toLowerCase()}`)
  }
  assert.deepEqual(complaints, [])
}
