/**
 * The server of these suites: the real one in a conformance run, an embedded one otherwise. Tests do not depend on which, so
 * both must behave alike.
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
  /** The user name of the administrator. */
  readonly administrator: string
}

/** A server whose history can be compacted. */
export interface ForgetfulServer extends Access {
  /** Compacts the history up to the present, which must be newer than `revision`. */
  forget(revision: string): Promise<void>
}

/** The server of the current file. */
let current: ServerUnderTest | undefined

/** Starts a server before the first test of a file, and stops it after the last. */
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

/** Failure: throws if the file did not call `useServer()`. */
export function server(): ServerUnderTest {
  if (current === undefined) throw new Error('This file has no server: call useServer() at its top.')
  return current
}

/** A second, independent cluster of the same type as that of `useServer`, real or embedded. */
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

/** The server of a conformance run; undefined in all other runs. */
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
  // Otherwise the server lists from cache snapshots, which outlive a compaction of etcd for a while.
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
