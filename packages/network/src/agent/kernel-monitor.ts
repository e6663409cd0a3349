/** Detects foreign changes to our kernel state, so that drift is repaired immediately and not at the next resync. */
import type { Trigger } from '@kubewright/controller'
import { sleep } from '@kubewright/core'
import { chainPrefix } from '../firewall/iptables-rules.ts'
import type { KernelMemory } from '../kernel/kernel-memory.ts'
import type { ProgramRunner } from '../kernel/program-runner.ts'
import { devicePrefix, firewallTable, routeProtocol } from '../names.ts'

/** Lines of `ip monitor` and `nft monitor` about our entries. The device prefix also matches the wildcard `kw-tun-*`. */
export function concernsUs(line: string): boolean {
  return (
    line.includes(devicePrefix) ||
    line.includes(`proto ${routeProtocol}`) ||
    line.includes(firewallTable) ||
    line.includes(chainPrefix)
  )
}

export interface MonitorOptions {
  readonly runner: ProgramRunner
  readonly memory: KernelMemory
  /** The agent's only key. */
  readonly key: string
}

/** A monitor that was just started may not listen yet: a later read catches changes made meanwhile. */
const listensAfterMs = 2_000

/** Nodes with iptables may have no `nft`, or no kernel support for it: then rule changes are not reported, and drift is found later. */
async function monitorsOf(runner: ProgramRunner): Promise<readonly [string, readonly string[]][]> {
  const hasNft = await runner.run('nft', ['list', 'tables']).then(
    ({ code }) => code === 0,
    () => false,
  )
  const programs: [string, readonly string[]][] = [['ip', ['monitor', 'link', 'route', 'neigh', 'rule']]]
  return hasNft ? [...programs, ['nft', ['monitor']]] : programs
}

/** Triggers the agent, unless the plan explains the reported change. */
export function kernelMonitor({ runner, memory, key }: MonitorOptions): Trigger {
  return {
    name: 'kernel-monitor',
    async run(wake, signal, { works, clock }) {
      const onLine = (line: string) => {
        if (concernsUs(line) && !memory.notice(line)) wake([{ name: key }])
      }
      const stop = new AbortController()
      const either = AbortSignal.any([signal, stop.signal])
      const monitors = (await monitorsOf(runner)).map(([program, args]) =>
        runner.follow(program, args, { onLine, signal: either }),
      )
      works()
      const settled = sleep(clock, listensAfterMs, either).then(
        () => {
          memory.watched(true)
          wake([{ name: key }])
        },
        () => undefined,
      )
      try {
        await Promise.all(monitors)
      } finally {
        stop.abort()
        memory.watched(false)
        await Promise.allSettled([...monitors, settled])
      }
    },
  }
}
