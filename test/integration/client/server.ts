/**
 * The server that these suites talk to: the real one in a conformance run, an embedded one in all others. Tests
 * say nothing of which it is, so both must be alike.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ApiServer, startApiServer } from '@kubewright/apiserver'
import { afterAll, beforeAll, expect, inject } from 'vitest'
import type { Access } from '../../../tools/kube-apiserver/kubeconfig.ts'
import { startRealServer } from '../../../tools/kube-apiserver/start-real-server.ts'
import type { RealServerAddress } from '../../conformance/real-server.ts'

export interface ServerUnderTest extends Access {
  readonly kubeconfigPath: string
  /** What the administrator is called. */
  readonly administrator: string
}

/** A server whose past can be taken away. */
export interface ForgetfulServer extends Access {
  /** Forgets everything but the present, which must be newer than `revision`. */
  forget(revision: string): Promise<void>
}

/** The server of the file that runs now. */
let current: ServerUnderTest | undefined

/** For every file whose tests talk to a server: it is there before the first, and gone after the last. */
export function useServer(): void {
  let end: (() => PromiseLike<void>) | undefined
  beforeAll(async () => {
    const real = realServer()
    const embedded = real === undefined ? await startEmbedded() : undefined
    current = real === undefined ? embedded : { ...real, administrator: 'admin' }
    end = embedded && (() => embedded[Symbol.asyncDispose]())
  })
  afterAll(() => end?.())
}

/** Failure: throws when the file did not say `useServer()`. */
export function server(): ServerUnderTest {
  if (current === undefined) throw new Error('This file has no server: call useServer() at its top.')
  return current
}

/** A cluster beside the one of `useServer`, with nothing in common with it: of the same sort, real or embedded. */
export function useSecondServer(): () => ServerUnderTest {
  let second: (ServerUnderTest & AsyncDisposable) | undefined
  beforeAll(async () => {
    const real = realServer()
    second =
      real === undefined
        ? await startEmbedded()
        : { ...(await startRealServer({ programs: real.programs })), administrator: 'admin' }
  }, 60_000)
  afterAll(() => second?.[Symbol.asyncDispose]())
  return () => second!
}

export function useForgetfulServer(): () => ForgetfulServer {
  let forgetful: (ForgetfulServer & AsyncDisposable) | undefined
  beforeAll(async () => {
    const real = realServer()
    forgetful = real === undefined ? await startEmbedded() : await startForgetfulReal(real)
  }, 60_000)
  afterAll(() => forgetful?.[Symbol.asyncDispose]())
  return () => forgetful!
}

/** That of a conformance run; all other runs have none. */
function realServer(): RealServerAddress | undefined {
  return inject('realServer') as RealServerAddress | undefined
}

type Embedded = ServerUnderTest & ForgetfulServer & AsyncDisposable

async function startEmbedded(): Promise<Embedded> {
  const directory = await mkdtemp(join(tmpdir(), 'kubewright-client-'))
  const embedded: ApiServer = await startApiServer({ listen: {} })
  const endpoint = embedded.endpoint!
  const kubeconfigPath = join(directory, 'kubeconfig')
  await writeFile(kubeconfigPath, endpoint.kubeconfig(), { mode: 0o600 })
  return {
    url: endpoint.url,
    ca: endpoint.authority,
    token: endpoint.token,
    kubeconfigPath,
    administrator: 'kubernetes-admin',
    forget: async () => embedded.faults.compact(),
    async [Symbol.asyncDispose]() {
      await embedded[Symbol.asyncDispose]()
      await rm(directory, { recursive: true })
    },
  }
}

async function startForgetfulReal({ programs }: RealServerAddress): Promise<ForgetfulServer & AsyncDisposable> {
  // Otherwise the server lists from a memory of its own, which outlives etcd's for a while.
  const real = await startRealServer({ programs, featureGates: { ListFromCacheSnapshot: false } })
  return {
    ...real,
    async forget(revision) {
      const body = JSON.stringify({ revision, physical: true })
      const answer = await fetch(`${real.etcdUrl}/v3/kv/compaction`, { method: 'POST', body })
      expect(answer.status, await answer.text()).toBe(200)
    },
  }
}
