import type { Client } from '@kubewright/client'
import { VirtualClock } from '@kubewright/core/testing'
import type { Pod } from '@kubewright/kubernetes/core/v1'
import { describe, expect, it } from 'vitest'
import { askAgent } from './agent-client.ts'
import type { BackupPlan } from './backup-plan.ts'

const operation = { kind: 'restore', backup: 'monday', owner: 'shop.db', source: 'db-0' } as const
const token = 'secret-token'
const client = {
  get: async () => ({ data: { AGENT_TOKEN: Buffer.from(token).toString('base64') } }),
} as unknown as Client
const plan = { metadata: { namespace: 'shop' }, spec: { repository: { secretName: 'backup' } } } as BackupPlan

function ask(send: typeof fetch, { podIP = '10.0.0.1', clock = new VirtualClock() } = {}) {
  const pod = { metadata: { name: 'db-0', namespace: 'shop' }, status: { podIP } } as Pod
  const { signal } = new AbortController()
  return askAgent('restore-1', operation, { call: { client, plan, pod, signal, clock }, options: { fetch: send } })
}

describe('a request to the backup agent of a pod', () => {
  it.each([
    ['10.0.0.1', 'http://10.0.0.1:8790/operations/restore-1'],
    ['fd00::1', 'http://[fd00::1]:8790/operations/restore-1'],
  ])('goes to the pod IP %s and follows no redirect', async (podIP, expected) => {
    const requests: unknown[] = []
    const state = await ask(
      async (url, init) => {
        requests.push([url, init?.redirect])
        return Response.json({ state: 'running' })
      },
      { podIP },
    )
    expect([state, requests]).toEqual([{ state: 'running' }, [[expected, 'error']]])
  })

  it('times out with an error that names the pod but not its token', async () => {
    const clock = new VirtualClock()
    const asked = ask(
      (_, init) =>
        new Promise((_resolve, reject) => {
          init?.signal?.addEventListener('abort', () => reject(init.signal?.reason as Error))
        }),
      { clock },
    ).catch((error: unknown) => error)
    await clock.advance('10s')
    const { message } = (await asked) as Error
    expect(message).toContain('pod shop/db-0')
    expect(message).toContain('http://10.0.0.1:8790/operations/restore-1: it did not respond within 10s')
    expect(message).not.toContain(token)
  })

  it('fails if the response is larger than one mebibyte', async () => {
    let chunks = 0
    const endless = new ReadableStream({
      pull(controller) {
        chunks++
        controller.enqueue(new Uint8Array(64 * 1024))
      },
    })
    await expect(ask(async () => new Response(endless))).rejects.toThrow('its answer has more than 1048576 bytes')
    expect(chunks).toBeLessThan(20)
  })
})
