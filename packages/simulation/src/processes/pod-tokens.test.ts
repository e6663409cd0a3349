import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Client } from '@kubewright/client'
import { silentLogger } from '@kubewright/core'
import { VirtualClock } from '@kubewright/core/testing'
import type { Pod } from '@kubewright/kubernetes/core/v1'
import { expect, it } from 'vitest'
import { PodTokens } from './pod-tokens.ts'

const source = { serviceAccountToken: { path: 'token', expirationSeconds: 1_000 } }
const pod = {
  metadata: { name: 'web', namespace: 'default', uid: 'u' },
  spec: { volumes: [{ name: 'access', projected: { sources: [source] } }] },
} as unknown as Pod

/** Returns `token-1`, `token-2`, …; fails while `fails` is set. */
function accounts() {
  const state = { given: 0, fails: false, forgetsToken: false, asked: [] as unknown[] }
  const client = {
    subresource: () => ({
      create: async (...asked: unknown[]) => {
        state.asked.push(asked)
        if (state.fails) throw new Error('no server')
        return { status: state.forgetsToken ? {} : { token: `token-${++state.given}` } }
      },
    }),
  } as unknown as Client
  return { state, client }
}

it('a service account token is renewed before it expires, also after failures, and never after the tokens are disposed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kubewright-test-'))
  const file = join(folder, 'token')
  // Files are written in real time: the clock waits for them.
  let underWay: Promise<unknown> = Promise.resolve()
  const clock = new VirtualClock({
    settle: async () => void (await underWay, await new Promise((done) => setImmediate(done))),
  })
  const { state, client } = accounts()
  const shown = async () => {
    await expect.poll(() => readFile(file, 'utf8')).toBe(`token-${state.given}`)
    return state.given
  }
  {
    using tokens = new PodTokens(pod, { client, clock, log: silentLogger })
    await tokens.request()
    underWay = writeFile(file, tokens.values.get(source.serviceAccountToken)!)
    await underWay
    tokens.keepFresh(new Map([['access', folder]]))
    await clock.advance('799s')
    expect(await shown()).toBe(1)
    await clock.advance('1s')
    expect(await shown()).toBe(2)
    await expect.poll(() => clock.nextInMs).toBe(800_000)
    state.fails = true
    await clock.advance('800s')
    await expect.poll(() => clock.nextInMs).toBe(10_000)
    state.fails = false
    await clock.advance('10s')
    expect(await shown()).toBe(3)
    await expect.poll(() => clock.nextInMs).toBe(800_000)
    state.forgetsToken = true
    await clock.advance('800s')
    await expect.poll(() => clock.nextInMs).toBe(10_000)
  }
  expect(clock.nextInMs).toBeUndefined()
  expect(state.asked[0]).toEqual([
    { name: 'default', namespace: 'default' },
    {
      spec: {
        audiences: [],
        boundObjectRef: { apiVersion: 'v1', kind: 'Pod', name: 'web', uid: 'u' },
        expirationSeconds: 1_000,
      },
    },
  ])
  await rm(folder, { recursive: true })
})
