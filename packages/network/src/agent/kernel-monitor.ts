/** Hears when somebody changes what is ours in the kernel, so that it is repaired at once and not at the next regular look. */
import type { Trigger } from '@kubewright/controller'
import { sleep } from '@kubewright/core'
import { chainPrefix } from '../firewall/iptables-rules.ts'
import type { KernelMemory } from '../kernel/kernel-memory.ts'
import type { ProgramRunner } from '../kernel/program-runner.ts'
import { devicePrefix, firewallTable, routeProtocol } from '../names.ts'

/** Lines of `ip monitor` and `nft monitor` that speak of something that is ours. Device names are also the end of `kw-tun-*`. */
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
  /** The agent's one key. */
  readonly key: string
}

/** Programs that were just started may not listen yet: what happened meanwhile is found by reading once more. */
const listensAfterMs = 2_000

/** Nodes with iptables may have no `nft`, or a kernel without it: then nobody reports rules, and drift of them is found later. */
async function monitorsOf(runner: ProgramRunner): Promise<readonly [string, readonly string[]][]> {
  const hasNft = await runner.run('nft', ['list', 'tables']).then(
    ({ code }) => code === 0,
    () => false,
  )
  const programs: [string, readonly string[]][] = [['ip', ['monitor', 'link', 'route', 'neigh', 'rule']]]
  return hasNft ? [...programs, ['nft', ['monitor']]] : programs
}

/** Wakes the agent, unless the plan explains what was reported. */
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
