/** Kernel byte counters of network devices. */
import { type ProgramRunner, runOrThrow } from './program-runner.ts'

/** The traffic of a network device. */
export interface LinkBytes {
  readonly receivedBytes: number
  readonly sentBytes: number
}

/** By device name. */
export async function readLinkCounters(runner: ProgramRunner): Promise<ReadonlyMap<string, LinkBytes>> {
  return parseLinkCounters(await runOrThrow(runner, { program: 'ip', args: ['-j', '-s', 'link', 'show'] }))
}

/** Parses `ip -j -s link show`. */
export function parseLinkCounters(json: string): ReadonlyMap<string, LinkBytes> {
  const links = (json.trim() === '' ? [] : JSON.parse(json)) as readonly LinkItem[]
  return new Map(
    links.flatMap(({ ifname, stats64 }) =>
      ifname === undefined || stats64 === undefined
        ? []
        : [[ifname, { receivedBytes: stats64.rx.bytes, sentBytes: stats64.tx.bytes }]],
    ),
  )
}

interface LinkItem {
  readonly ifname?: string
  readonly stats64?: { readonly rx: { readonly bytes: number }; readonly tx: { readonly bytes: number } }
}
