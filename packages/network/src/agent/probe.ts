/** Measures the way to a peer's gateway and back. */
import type { ProgramRunner } from '../kernel/program-runner.ts'

export interface ProbeResult {
  /** Share of packets without an answer, from 0 to 1. */
  readonly loss: number
  /** Mean round trip; nothing if no packet was answered. */
  readonly latencyMs?: number | undefined
}

/** Three packets. The address was parsed and formatted by the planner. */
export async function probe(runner: ProgramRunner, address: string, signal?: AbortSignal): Promise<ProbeResult> {
  const { stdout } = await runner.run('ping', ['-n', '-q', '-c', '3', '-i', '0.2', '-W', '1', address], '', signal)
  return readPing(stdout)
}

/** Reads the summary of `ping -q`. */
export function readPing(text: string): ProbeResult {
  const loss = /([\d.]+)% packet loss/.exec(text)?.[1]
  const mean = /^rtt [^=]*= [\d.]+\/([\d.]+)\//m.exec(text)?.[1]
  return {
    loss: loss === undefined ? 1 : Number(loss) / 100,
    ...(mean === undefined ? {} : { latencyMs: Number(mean) }),
  }
}
