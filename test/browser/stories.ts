/** A browser test of the dashboard, and the checks shared by all. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { sleep, systemClock } from '@kubewright/core'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'

export interface Stage {
  readonly browser: Browser
  /** Takes a screenshot of the page under this name. */
  readonly picture: (page: Page, name: string) => Promise<void>
}

export interface Story {
  readonly name: string
  readonly tell: (stage: Stage) => Promise<void>
}

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Failure: rejects if there is no Chromium. */
export async function openStage(pictures: string | undefined): Promise<Stage & AsyncDisposable> {
  // Chromium's sandbox does not work as root, which containers use.
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const browser = await chromium.launch({ executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium', args })
  return {
    browser,
    async picture(page, name) {
      if (pictures === undefined) return
      await mkdir(pictures, { recursive: true })
      await page.screenshot({ path: join(pictures, `${name}.png`) })
    },
    [Symbol.asyncDispose]: () => browser.close(),
  }
}

export interface OpenPage extends AsyncDisposable {
  readonly page: Page
  /** Exceptions, console errors and policy violations of the page; and requests that left this machine. */
  readonly complaints: string[]
}

export async function openPage(browser: Browser, url: string, options: BrowserContextOptions = {}): Promise<OpenPage> {
  const context = await browser.newContext({ viewport: { width: 1_280, height: 860 }, ...options })
  const page = await context.newPage()
  page.setDefaultTimeout(20_000)
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
  page.on('dialog', (dialog) => {
    complaints.push(`a dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  const { origin } = new URL(url)
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== origin) complaints.push(`left the machine: ${request.url()}`)
  })
  await page.goto(url)
  return { page, complaints, [Symbol.asyncDispose]: () => context.close() }
}

const becomesWithinMs = 10_000

/** Fails unless `read` returns the expected value soon: the page renders changes with the next frame. */
export async function assertBecomes<Value>(read: () => Promise<Value>, expected: Value): Promise<void> {
  const end = systemClock.elapsed() + becomesWithinMs
  for (;;) {
    const value = await read()
    if (isDeepStrictEqual(value, expected)) return
    if (systemClock.elapsed() > end) return assert.deepEqual(value, expected)
    await sleep(systemClock, 50)
  }
}

interface Violation {
  readonly id: string
  readonly help: string
  readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[]
}

/** Fails with the accessibility violations of the page. */
export async function assertAccessible(page: Page, where: string): Promise<void> {
  await page.evaluate(axeSource)
  const violations = await page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: { run(): Promise<{ violations: unknown[] }> } }
    return (await axe.run()).violations
  })
  const told = (violations as Violation[]).map(
    ({ id, help, nodes }) => `${id}: ${help}\n  ${nodes[0]?.html}\n  ${nodes[0]?.failureSummary ?? ''}`,
  )
  assert.deepEqual(told, [], `the accessibility checker has something to say about ${where}`)
}

/** Fails if the page scrolls horizontally. */
export async function assertFits(page: Page, where: string): Promise<void> {
  const [wide, window] = await page
    .evaluate('[document.documentElement.scrollWidth, innerWidth]')
    .then((it) => it as number[])
  assert.ok(wide! <= window!, `${where} is ${wide} pixels wide in a window of ${window}`)
}
