/** Measures the round trip to a peer's gateway. */
import type { ProgramRunner } from '../kernel/program-runner.ts'

/** The result of some pings. */
export interface ProbeResult {
  /** Fraction of packets without a reply, from 0 to 1. */
  readonly loss: number
  /** Mean round-trip time; `undefined` if there was no reply. */
  readonly latencyMs?: number | undefined
}

/** Sends three packets. The address was parsed and formatted by the planner. */
export async function probe(runner: ProgramRunner, address: string, signal?: AbortSignal): Promise<ProbeResult> {
  const { stdout } = await runner.run('ping', ['-n', '-q', '-c', '3', '-i', '0.2', '-W', '1', address], '', signal)
  return readPing(stdout)
}

/** Parses the summary of `ping -q`. */
export function readPing(text: string): ProbeResult {
  const loss = /([\d.]+)% packet loss/.exec(text)?.[1]
  const mean = /^rtt [^=]*= [\d.]+\/([\d.]+)\//m.exec(text)?.[1]
  return {
    loss: loss === undefined ? 1 : Number(loss) / 100,
    ...(mean === undefined ? {} : { latencyMs: Number(mean) }),
  }
}
