import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ClassicLevel } from 'classic-level'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { startServer } from '../../testing/started-server.ts'

/** The engine's methods below its own checks. */
const engine = ClassicLevel.prototype as unknown as Record<'_batch' | '_put', () => Promise<void>>

let dataDirectory: string
beforeEach(async () => {
  dataDirectory = await mkdtemp(join(tmpdir(), 'kubewright-full-'))
})
afterEach(async () => {
  vi.restoreAllMocks()
  await rm(dataDirectory, { recursive: true })
})

describe('a server with a full disk', { timeout: 30_000 }, () => {
  it('rejects writes without naming files, fails readyz, and recovers once there is space', async () => {
    const faults: unknown[] = []
    await using started = await startServer({ dataDirectory, report: (fault) => void faults.push(fault) })
    const full = async () => {
      throw new Error(`IO error: ${dataDirectory}/objects/000003.log: No space left on device`)
    }
    vi.spyOn(engine, '_batch').mockImplementation(full)
    vi.spyOn(engine, '_put').mockImplementation(full)
    const refused = await started.send('POST', '/api/v1/namespaces/default/configmaps', { metadata: { name: 'a' } })
    expect([refused.status, JSON.stringify(refused.body)]).toEqual([500, expect.stringContaining('disk is full')])
    expect(JSON.stringify(refused.body)).not.toMatch(dataDirectory)
    expect(String(faults[0])).toMatch(dataDirectory)
    const unready = await started.send('GET', '/readyz')
    expect([unready.status, unready.body]).toEqual([500, expect.stringContaining('[-]etcd failed: reason withheld')])
    expect((await started.send('GET', '/readyz/etcd')).body).not.toMatch(dataDirectory)
    vi.restoreAllMocks()
    expect((await started.send('GET', '/readyz')).status).toBe(200)
    expect((await started.send('GET', '/api/v1/namespaces/default/configmaps/a')).status).toBe(404)
  })
})
