/** Waits for programs to become ready: polls until the program serves, has ended, or the timeout expires. */
import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ProgramRun } from './program-run.ts'
import { openRawApi } from './raw-api.ts'

const pauseMs = 50

/** Resolves to whether the program serves. A rejection means "not yet", too. */
export type Probe = () => Promise<boolean>

/** Failure: rejects with the end of the program's log if it ends, or is not ready within `timeoutMs`. */
export async function waitUntilReady(run: ProgramRun, probe: Probe, timeoutMs: number): Promise<void> {
  const giveUpAt = performance.now() + timeoutMs
  let end: string | undefined
  void run.ended.then((how) => (end = how))
  while (!(await probe().catch(() => false))) {
    if (end !== undefined) throw await failure(run, `it ended with ${end}`)
    if (performance.now() > giveUpAt) throw await failure(run, `it was not ready within ${timeoutMs / 1_000} s`)
    await sleep(pauseMs)
  }
}

async function failure(run: ProgramRun, why: string): Promise<Error> {
  return new Error(`Cannot start ${run.name}: ${why}. The end of its log:\n${await run.tail()}`)
}

export async function etcdIsHealthy(port: number): Promise<boolean> {
  return (await fetch(`http://127.0.0.1:${port}/health`)).ok
}

/** Namespaces are created by a loop that `/readyz` does not wait for, and without `default` little can be created. */
export async function apiserverIsReady(url: string, token: string, caPath: string): Promise<boolean> {
  using api = openRawApi({ url, token, ca: await readFile(caPath, 'utf8') })
  const isServing = async (path: string) => (await api.request(path)).status === 200
  return (await isServing('/readyz')) && (await isServing('/api/v1/namespaces/default'))
}
