/** A fresh kube-apiserver with etcd, the benchmark's kinds, and one user each for operator and observer. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Client, createClient, defineDynamicResource, established } from '@kubewright/client'
import { CustomResourceDefinition, Namespace } from '@kubewright/kubernetes'
import { stringify } from 'yaml'
import { ensureRealServer } from '../../tools/kube-apiserver/ensure-real-server.ts'
import { type RealServer, startRealServer } from '../../tools/kube-apiserver/start-real-server.ts'
import { AuditLog, auditFlags } from './audit-log.ts'
import { definitions } from './kinds.ts'
import { Observer } from './observer.ts'
import { cpuMsOf } from './process-usage.ts'

export interface BenchServer extends AsyncDisposable {
  readonly version: string
  /** The kubeconfig of the measured programs. */
  readonly kubeconfig: string
  readonly observer: Observer
  readonly audit: AuditLog
  /** For objects that a contender needs before it starts. Not the user of the measured programs. */
  readonly client: Client
  /** CPU time of kube-apiserver; etcd's is not part of it. */
  cpuMs(): number
  createNamespace(name: string, labels?: Readonly<Record<string, string>>): Promise<void>
}

export async function startBenchServer(): Promise<BenchServer> {
  const directory = await mkdtemp(join(tmpdir(), 'kubewright-bench-peers-'))
  const observer = new Observer(directory)
  await observer.run('certificates', { directory })
  const logPath = join(directory, 'audit.log')
  const flags = {
    ...(await auditFlags(join(directory, 'audit-policy.json'), logPath)),
    'client-ca-file': join(directory, 'client-ca.crt'),
    // Every Website has a Service, and a Service without an address is refused: the usual range of tests has 253.
    'service-cluster-ip-range': '10.96.0.0/12',
  }
  const server = await startRealServer({ programs: await ensureRealServer(), flags })
  await writeAccess(directory, server)
  const client = createClient({ server: server.url, ca: server.ca, token: server.token }, { fieldManager: 'bench' })
  await installKinds(client)
  return {
    version: `kube-apiserver ${server.programs.kubernetesVersion}`,
    kubeconfig: join(directory, 'kubeconfig'),
    observer,
    audit: new AuditLog(logPath),
    client,
    cpuMs: () => cpuMsOf(server.pids[0]!),
    createNamespace: async (name, labels = {}) => void (await client.create(Namespace, { metadata: { name, labels } })),
    async [Symbol.asyncDispose]() {
      await client[Symbol.asyncDispose]()
      await server.stop()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

/** For suites that need none: using it is an error. */
export const noServer = new Proxy({} as BenchServer, {
  get: (_, name) => {
    throw new Error(`This suite has no server, and uses its ${String(name)}.`)
  },
})

/** The observer reads single files, the measured programs a kubeconfig. */
async function writeAccess(directory: string, { url, ca }: RealServer): Promise<void> {
  await writeFile(join(directory, 'url'), url)
  await writeFile(join(directory, 'ca.crt'), ca)
  const encoded = async (file: string) => (await readFile(join(directory, file))).toString('base64')
  const name = 'bench'
  const user = {
    'client-certificate-data': await encoded('operator.crt'),
    'client-key-data': await encoded('operator.key'),
  }
  const kubeconfig = stringify({
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name, cluster: { server: url, 'certificate-authority-data': await encoded('ca.crt') } }],
    users: [{ name, user }],
    contexts: [{ name, context: { cluster: name, user: name } }],
    'current-context': name,
  })
  await writeFile(join(directory, 'kubeconfig'), kubeconfig, { mode: 0o600 })
}

async function installKinds(client: Client): Promise<void> {
  for (const definition of definitions) {
    await client.apply(CustomResourceDefinition, definition as never, { force: true })
  }
  for (const { metadata } of definitions) await client.waitFor(CustomResourceDefinition, metadata, established)
  // A new kind answers with 429 until its watch cache is filled, and not every framework repeats that. The client here does.
  for (const { spec } of definitions) {
    const { kind, plural } = spec.names
    const resource = defineDynamicResource({ group: spec.group, version: 'v1', kind, plural, scope: 'Namespaced' })
    await client.list(resource, { limit: 1 })
  }
}
