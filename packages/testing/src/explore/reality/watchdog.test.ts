import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const watch = pathToFileURL(join(import.meta.dirname, 'watchdog.ts')).href
const loader = import.meta.resolve('tsx')

let folder: string
let files = 0
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kubewright-stuck-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** A process with a run under way, once its watch has begun. @param work the code of the run */
async function ending(work: string) {
  const file = join(folder, `${++files}.mts`)
  await writeFile(
    file,
    `import { Watchdog } from ${JSON.stringify(watch)}
const isReady = async () => false
const turn = (ms) => new Promise((resolve) => setTimeout(resolve, ms))
async function reconcileSites(watch) { ${work} }
await using watch = new Watchdog({ seed: 'nightly', limitMs: 400 })
await turn(1_000)
watch.begin('the response to "create sites" is lost')
await reconcileSites(watch)
console.error('it ended')
`,
  )
  const child = spawn(process.execPath, ['--import', loader, file], { stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const [code, signal] = await new Promise<[number | null, string | null]>((resolve) =>
    child.on('close', (...how) => resolve(how)),
  )
  return { code, signal, said }
}

describe.concurrent('a run that blocks the event loop', () => {
  it.each([
    { name: 'with promises that resolve at once', work: 'while (!(await isReady())) {}' },
    { name: 'without promises', work: 'for (;;) {}' },
  ])('is reported and killed: $name', async ({ work }) => {
    const { signal, said } = await ending(work)
    expect(signal).toBe('SIGKILL')
    expect(said).toContain('A run of the exploration does not end')
    expect(said).toContain('Plan of the run: the response to "create sites" is lost (seed nightly)')
    expect(said).toMatch(/Stack trace:\n(?: {4}at .*\n)* {4}at (?:async )?reconcileSites \(/)
  })

  it.each([
    {
      name: 'yields',
      work: 'for (let i = 0; i < 150; i++) { watch.step(); for (let n = 0; n < 5e6; n++); await turn(1) }',
    },
    { name: 'waits', work: 'await turn(1_500)' },
    { name: 'is over', work: 'watch.end(); const until = Date.now() + 1_500; while (Date.now() < until);' },
  ])('is not assumed for one that $name', async ({ work }) => {
    expect(await ending(work)).toEqual({ code: 0, signal: null, said: 'it ended\n' })
  })
})
