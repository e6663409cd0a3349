import { systemClock } from '@kubewright/core'
import { describe, expect, it } from 'vitest'
import { KernelMemory } from '../kernel/kernel-memory.ts'
import type { FollowOptions, ProgramRunner } from '../kernel/program-runner.ts'
import { concernsUs, kernelMonitor } from './kernel-monitor.ts'

/** A node whose monitors run until the end, and print lines that the test gives. */
function node(hasNft: boolean) {
  const followed = new Map<string, FollowOptions>()
  const runner: ProgramRunner = {
    run: async (program) => {
      if (!hasNft) throw new Error(`${program} cannot be started`)
      return { code: 0, stdout: '', stderr: '' }
    },
    follow: (program, _, options) =>
      new Promise((resolve) => {
        followed.set(program, options)
        options.signal.addEventListener('abort', () => resolve(), { once: true })
      }),
  }
  return { runner, followed }
}

async function run(hasNft: boolean) {
  const { runner, followed } = node(hasNft)
  const stop = new AbortController()
  const woken: string[] = []
  let started: () => void
  const works = new Promise<void>((resolve) => (started = resolve))
  const trigger = kernelMonitor({ runner, memory: new KernelMemory(systemClock), key: 'node' })
  const tools = { works: () => started(), clock: systemClock } as never
  const ended = trigger.run((refs) => woken.push(...Array.from(refs, ({ name }) => name)), stop.signal, tools)
  await works
  return {
    followed,
    woken,
    async [Symbol.asyncDispose]() {
      stop.abort()
      await ended
    },
  }
}

describe('the kernel monitor', () => {
  it('watches routes and rules, and triggers the agent for changes of its own entries', async () => {
    await using monitor = await run(true)
    expect([...monitor.followed.keys()]).toEqual(['ip', 'nft'])
    monitor.followed.get('ip')!.onLine('Deleted 10.2.0.0/16 dev eth0 proto static')
    expect(monitor.woken).toEqual([])
    monitor.followed.get('ip')!.onLine('Deleted 10.2.0.0/16 dev kw-tun-wg proto 219 scope link')
    monitor.followed.get('nft')!.onLine('delete table ip kubewright-network')
    expect(monitor.woken).toEqual(['node', 'node'])
  })

  it('watches only routes if nft is missing', async () => {
    await using monitor = await run(false)
    expect([...monitor.followed.keys()]).toEqual(['ip'])
    monitor.followed.get('ip')!.onLine('Deleted 10.2.0.0/16 dev kw-tun-wg proto 219 scope link')
    expect(monitor.woken).toEqual(['node'])
  })

  it.each([
    { line: '5: kw-overlay: <BROADCAST> mtu 1450', isOurs: true },
    { line: 'add rule ip nat KUBEWRIGHT-POSTROUTING accept', isOurs: true },
    { line: '5: eth0: <BROADCAST> mtu 1500', isOurs: false },
    { line: 'add element ip kube-proxy services { 10.96.0.1 }', isOurs: false },
  ])('treats "$line" as its own entry: $isOurs', ({ line, isOurs }) => {
    expect(concernsUs(line)).toBe(isOurs)
  })
})
