/** The real server, configured like ours where there is a choice: the token issuer and the type of its key. */
import { generateKeyPairSync } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startRealServer } from '../kube-apiserver/start-real-server.ts'
import { httpsTarget } from './https-target.ts'
import type { Target } from './target.ts'

/** The release that our server is compared with. */
const minor = '1.36'

/** By default it lists from cache snapshots, which outlive a compaction of etcd for a while. */
const forgetful = { ListFromCacheSnapshot: false }

/** Failure: rejects if the programs are of another release. */
export async function realTarget({ forgets = false } = {}): Promise<Target> {
  const directory = await mkdtemp(join(tmpdir(), 'kubewright-conformance-'))
  const removeKey = () => rm(directory, { recursive: true, force: true })
  try {
    const server = await startRealServer({
      flags: await tokenFlags(directory),
      ...(forgets ? { featureGates: forgetful } : {}),
    })
    const stop = async () => {
      await server.stop()
      await removeKey()
    }
    if (!server.programs.kubernetesVersion.startsWith(`${minor}.`)) {
      await stop()
      throw new Error(
        `Cannot compare: ${server.programs.directory} holds ${server.programs.kubernetesVersion}, not ${minor}.`,
      )
    }
    const pace = { quietMs: 250, pollMs: 50, patienceMs: 20_000, concurrency: 8 }
    const forget = () => compact(server.etcdUrl)
    return httpsTarget({ name: 'kube-apiserver', access: server, pace, stop, forget })
  } catch (error) {
    await removeKey()
    throw error
  }
}

async function compact(etcdUrl: string): Promise<void> {
  const ask = async (path: string, body: object) => {
    const answer = await fetch(`${etcdUrl}/v3/kv/${path}`, { method: 'POST', body: JSON.stringify(body) })
    if (!answer.ok) throw new Error(`Cannot compact etcd: ${await answer.text()}`)
    return (await answer.json()) as { header: { revision: string } }
  }
  const { header } = await ask('range', { key: Buffer.from('/none').toString('base64') })
  await ask('compaction', { revision: header.revision, physical: true })
}

async function tokenFlags(directory: string): Promise<Record<string, string>> {
  const key = join(directory, 'tokens.key')
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  await writeFile(key, privateKey.export({ type: 'sec1', format: 'pem' }), { mode: 0o600 })
  return {
    'service-account-issuer': 'https://kubernetes.default.svc',
    'service-account-key-file': key,
    'service-account-signing-key-file': key,
  }
}
