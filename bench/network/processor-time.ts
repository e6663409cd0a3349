/** The CPU time of this process, its child processes, and WireGuard in user space. */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

const msPerTick = 10

export interface ProcessorTime {
  /** This process, in milliseconds. */
  readonly own: number
  /** Ended child processes. The resolution is 10 ms, so only sums over several runs are meaningful. */
  readonly programs: number
  /** `wireguard-go` of this namespace. */
  readonly wireguard: number
}

export function processorTime(): ProcessorTime {
  const { user, system } = process.cpuUsage()
  return { own: (user + system) / 1000, programs: ticks('self', [13, 14]) * msPerTick, wireguard: wireguardMs() }
}

export function since(before: ProcessorTime): ProcessorTime {
  const now = processorTime()
  return {
    own: now.own - before.own,
    programs: now.programs - before.programs,
    wireguard: now.wireguard - before.wireguard,
  }
}

export const total = ({ own, programs, wireguard }: ProcessorTime): number => own + programs + wireguard

function ticks(process: string, fields: readonly number[]): number {
  const text = readFileSync(`/proc/${process}/stat`, 'utf8')
  const values = text.slice(text.lastIndexOf(')') + 2).split(' ')
  return fields.reduce((sum, at) => sum + Number(values[at]), 0)
}

function wireguardMs(): number {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .reduce((sum, pid) => sum + wireguardTicks(pid) * msPerTick, 0)
}

function wireguardTicks(pid: string): number {
  try {
    if (readFileSync(`/proc/${pid}/comm`, 'utf8').trim() !== 'wireguard-go') return 0
    return readlinkSync(`/proc/${pid}/ns/net`) === readlinkSync('/proc/self/ns/net') ? ticks(pid, [11, 12]) : 0
  } catch {
    return 0 // it has ended in the meantime
  }
}
