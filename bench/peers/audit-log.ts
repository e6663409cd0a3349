/**
 * The requests of the measured program, from the server's audit log: the only place that tells its requests from those of the observer
 * and of the server itself.
 */
import { open, stat, writeFile } from 'node:fs/promises'
import type { Flags } from '../../tools/kube-apiserver/server-flags.ts'

export interface Requests {
  /** Without watches. */
  readonly total: number
  readonly failed: number
  /** `create`, `update`, `patch`, `get`, … to their number. */
  readonly byVerb: Readonly<Record<string, number>>
  /** Without access reviews, which are created but change nothing. */
  readonly writes: number
  /** Watches that ended, each of which is usually opened again. */
  readonly watches: number
}

const flushMs = 500
const writeVerbs = ['create', 'update', 'patch', 'delete', 'deletecollection']

const reviews = '/apis/authorization.k8s.io/'

const policy = {
  apiVersion: 'audit.k8s.io/v1',
  kind: 'Policy',
  omitStages: ['RequestReceived', 'ResponseStarted'],
  rules: [{ level: 'Metadata', users: ['operator'] }, { level: 'None' }],
}

/** The flags with which a server writes the log. In batches, so that no request waits for the disk. */
export async function auditFlags(policyPath: string, logPath: string): Promise<Flags> {
  await writeFile(policyPath, JSON.stringify(policy))
  return {
    'audit-policy-file': policyPath,
    'audit-log-path': logPath,
    'audit-log-mode': 'batch',
    'audit-log-batch-max-wait': `${flushMs}ms`,
    'audit-log-batch-throttle-enable': false,
    // MiB. A rotated log would lose the position that a measurement began at.
    'audit-log-maxsize': 10_000,
  }
}

export class AuditLog {
  readonly #path: string

  constructor(path: string) {
    this.#path = path
  }

  /** The position after everything so far. */
  async mark(): Promise<number> {
    await new Promise((resolve) => setTimeout(resolve, 2 * flushMs))
    try {
      return (await stat(this.#path)).size
    } catch (error) {
      // The server creates the file with its first entry.
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 0
      throw error
    }
  }

  /**
   * Waits until no request is logged any more, for a minute at most: an operator may still have work when the last status was written, and
   * one that never rests is measured as it is.
   */
  async quiet(timeoutMs = 60_000): Promise<void> {
    const deadline = performance.now() + timeoutMs
    for (let before = await this.mark(); performance.now() < deadline; ) {
      const now = await this.mark()
      if (now === before) return
      before = now
    }
  }

  async between(from: number, to: number): Promise<Requests> {
    if (to === from) return countRequests([])
    const file = await open(this.#path)
    try {
      const buffer = Buffer.alloc(to - from)
      await file.read(buffer, 0, buffer.length, from)
      return countRequests(buffer.toString('utf8').trim().split('\n'))
    } finally {
      await file.close()
    }
  }
}

interface Entry {
  readonly verb: string
  readonly requestURI: string
  readonly responseStatus?: { readonly code?: number }
}

export function countRequests(lines: readonly string[]): Requests {
  const byVerb: Record<string, number> = {}
  let [failed, writes, watches] = [0, 0, 0]
  for (const line of lines) {
    const { verb, requestURI, responseStatus } = JSON.parse(line) as Entry
    if (verb === 'watch' || requestURI.includes('watch=true')) {
      watches++
      continue
    }
    byVerb[verb] = (byVerb[verb] ?? 0) + 1
    if ((responseStatus?.code ?? 0) >= 400) failed++
    if (writeVerbs.includes(verb) && !requestURI.startsWith(reviews)) writes++
  }
  const total = Object.values(byVerb).reduce((sum, count) => sum + count, 0)
  return { total, failed, byVerb, writes, watches }
}
