/** Says what to do when a server cannot start. */
import { cliErrors } from '../errors.ts'
import type { ClusterOptions } from './cluster.ts'

/** Failures of the address become readable; others are readable already. */
export function explainStart(error: unknown, { host, port }: Pick<ClusterOptions, 'host' | 'port'>): unknown {
  const why = reasons.get((error as NodeJS.ErrnoException).code ?? '')
  if (why === undefined) return error
  return cliErrors('KW_CLI_ADDRESS', {
    what: `listen on ${host}:${port}`,
    why,
    next: 'Name another port with --port (0 chooses a free one), or another address with --host.',
    details: { host, port },
    cause: error,
  })
}

const reasons: ReadonlyMap<string, string> = new Map([
  ['EADDRINUSE', 'another process listens there'],
  ['EACCES', 'you may not listen there; ports below 1024 need more rights'],
  ['EADDRNOTAVAIL', 'this machine does not have that address'],
  ['ENOTFOUND', 'no machine has that name'],
])
