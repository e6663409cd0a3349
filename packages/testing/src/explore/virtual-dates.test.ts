import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { again, defineController, done } from '@kubewright/controller'
import { ConfigMap, Secret } from '@kubewright/kubernetes'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { explore } from './explore.ts'

const blog = { name: 'blog', namespace: 'default' }
const labels = { copied: 'yes' }

/** Like a cron library: it reads the time in every way there is. */
const source = `
export function next() {
  const now = new Date()
  const late = Math.max(Date.now(), now.getTime())
  performance.now()
  return new Date(Math.floor(late / 3_600_000 + 1) * 3_600_000)
}
export const soon = () => new Promise((resolve) => setTimeout(resolve, 1_000))
`

interface Cron {
  next(): Date
  soon(): Promise<void>
}

let folder: string
let cron: Cron
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kubewright-dates-'))
  const place = join(folder, 'node_modules/some-cron')
  await mkdir(place, { recursive: true })
  await writeFile(join(place, 'index.mjs'), source)
  cron = (await import(/* @vite-ignore */ pathToFileURL(join(place, 'index.mjs')).href)) as Cron
})
afterAll(() => rm(folder, { recursive: true }))

describe('a library that reads the clock', () => {
  it('gets virtual time, without a finding', async () => {
    const seen = new Set<string>()
    const hourly = defineController({
      name: 'hourly',
      for: ConfigMap,
      scope: { labels: 'copied=yes' },
      async reconcile(_, ctx) {
        await cron.soon()
        const next = cron.next()
        seen.add(next.toISOString())
        await ctx.client.apply(Secret, { metadata: blog, stringData: { next: next.toISOString() } }, { force: true })
        return again(next.getTime() - ctx.clock.now())
      },
    })
    const report = await explore({
      controllers: [hourly],
      strategies: ['single'],
      budget: { runs: 12 },
      async scenario(user) {
        await user.create(ConfigMap, { metadata: { ...blog, labels } })
        await user.wait('90m')
      },
    })
    expect(report.failures.map((failure) => failure.story())).toEqual([])
    expect([...seen].every((time) => time.startsWith('2026-01-01T0'))).toBe(true)
  }, 60_000)

  it('gets virtual time in a scenario, an external fake and an invariant too', async () => {
    const times = new Set<string>()
    const controller = defineController({ name: 'idle', for: ConfigMap, reconcile: async () => done() })
    const note = (where: string) => void times.add(`${where} ${cron.next().toISOString().slice(0, 10)}`)
    const report = await explore({
      controllers: [controller],
      strategies: ['single'],
      budget: { runs: 8 },
      outside: () => {
        note('outside')
        return { dns: { records: [] } }
      },
      invariants: [{ name: 'time', check: () => note('invariant') }],
      async scenario(user) {
        note('scenario')
        await cron.soon()
        await user.create(ConfigMap, { metadata: { ...blog, annotations: { at: cron.next().toISOString() } } })
        await user.act('somebody looks', () => note('act'))
      },
    })
    expect(report.failures.map((failure) => failure.story())).toEqual([])
    expect([...times].sort()).toEqual(['act', 'invariant', 'outside', 'scenario'].map((where) => `${where} 2026-01-01`))
  }, 60_000)
})
