/** The demo command: three shards as processes, one of which is killed, and pages that stay up meanwhile. */
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OverviewState } from './overview-server.ts'

const folder = join(import.meta.dirname, '..')
const patient = { timeout: 120_000, interval: 250 }
let demo: ChildProcess
let overview = ''
let dashboard = ''
let ended: Promise<number | null>

beforeAll(async () => {
  const node = ['--import', 'tsx', '--conditions=@kubewright/source']
  demo = spawn(process.execPath, [...node, 'demo/main.ts', '--coordination', 'shard'], { cwd: folder })
  ended = new Promise((resolve) => demo.once('close', resolve))
  let said = ''
  demo.stderr!.on('data', (chunk) => (said += String(chunk)))
  await new Promise<void>((resolve, reject) => {
    demo.stdout!.on('data', (chunk) => {
      said += String(chunk)
      overview = /http:\/\/127\.0\.0\.1:\d+\//.exec(said)?.[0] ?? ''
      dashboard = /(http:\S+)#\/shards/.exec(said)?.[1] ?? ''
      if (said.includes('Ctrl-C stops it.')) resolve()
    })
    void ended.then(() => reject(new Error(said)))
  })
}, 150_000)
afterAll(async () => {
  demo.kill('SIGKILL')
  await ended
})

/** The state that the page shows. */
async function state(): Promise<OverviewState> {
  const response = await fetch(`${overview}events`)
  const reader = response.body!.getReader()
  let text = ''
  while (!text.includes('\n\n')) text += new TextDecoder().decode((await reader.read()).value)
  await reader.cancel()
  // A chunk may have several events: the first is enough.
  return JSON.parse(text.slice('data: '.length, text.indexOf('\n\n'))) as OverviewState
}

/** The names of websites that are not served in the colour of their theme. */
async function darkSites(): Promise<readonly string[]> {
  const { sites } = await state()
  const loaded = await Promise.all(
    sites.map(async ({ name, url, color }) => {
      const response = await fetch(url!, { headers: { connection: 'close' } })
      return (await response.text()).includes(`background-color: ${color};`) ? [] : [name]
    }),
  )
  return loaded.flat()
}

const post = async (path: string, headers: Record<string, string> = {}) =>
  (await fetch(new URL(path, overview), { method: 'POST', headers })).status

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

describe('the sharding demo', { timeout: 200_000 }, () => {
  it('serves every website in its colour, and shows its shard', async () => {
    expect((await fetch(overview)).headers.get('content-type')).toBe('text/html; charset=utf-8')
    await expect
      .poll(async () => (await state()).sites.map(({ shard }) => shard), patient)
      .toSatisfy((owners: readonly (string | undefined)[]) => owners.length === 9 && !owners.includes(undefined))
    const names = ['shard-0', 'shard-1', 'shard-2']
    expect((await state()).shards.map(({ name }) => name)).toEqual(names)
    // Each shard has some websites, so that the effect is visible whichever is killed.
    const belongs = async () => [...new Set((await state()).sites.map(({ shard = '' }) => shard))].sort()
    await expect.poll(belongs, patient).toEqual(names)
    expect(await darkSites()).toEqual([])
  })

  it('refuses actions from other origins, and unknown actions', async () => {
    expect(await post('/shards/shard-0/kill', { origin: 'http://elsewhere.example' })).toBe(403)
    expect(await post('/shards/nobody/kill')).toBe(405)
    expect(await post('/shards/shard-0/feed')).toBe(404)
  })

  it('moves the websites of a killed shard to the others, without downtime', async () => {
    const { sites } = await state()
    const { shard: victim = '' } = sites[0]!
    expect(await post(`/shards/${victim}/kill`)).toBe(202)
    await expect.poll(async () => (await state()).shards.find(({ name }) => name === victim)?.state).toBe('killed')
    expect(await darkSites()).toEqual([])
    const ofVictim = async () => (await state()).sites.filter(({ shard }) => shard === undefined || shard === victim)
    await expect.poll(ofVictim, patient).toEqual([])
    expect((await state()).moves[0]).toContain(`${victim} → shard-`)
    expect(await darkSites()).toEqual([])

    // A restarted shard gets the objects that the ring assigns to it.
    expect(await post(`/shards/${victim}/start`)).toBe(202)
    await expect
      .poll(async () => (await state()).sites.filter(({ shard }) => shard === victim).length, patient)
      .toBeGreaterThan(0)
  })

  it('offers the same actions in the dashboard', async () => {
    const act = async (action: string) => {
      const body = JSON.stringify({ shard: 'shard-1' })
      const headers = { 'content-type': 'application/json' }
      return (await fetch(new URL(`/api/v1/actions/${action}`, dashboard), { method: 'POST', headers, body })).status
    }
    expect(await act('kill-shard')).toBe(200)
    await expect.poll(async () => (await state()).shards.find(({ name }) => name === 'shard-1')?.state).toBe('killed')
    expect(await act('kill-shard')).toBe(400)
    expect(await act('start-shard')).toBe(200)
  })

  it('leaves nothing behind when it is stopped', async () => {
    const { shards, sites } = await state()
    demo.kill('SIGINT')
    expect(await ended).toBe(0)
    expect(shards.filter(({ pid }) => isAlive(pid))).toEqual([])
    await expect(fetch(sites[0]!.url!)).rejects.toThrow('fetch failed')
    expect(existsSync(join(folder, '.kubewright/kubeconfig'))).toBe(false)
  })
})
