import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { startApiServer } from '@kubewright/apiserver'
import { createClient, loadConfig } from '@kubewright/client'
import { afterEach, beforeEach, expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '../../..')
let project: string

// In the repository, so that the project resolves its packages, below an ignored directory.
beforeEach(async () => {
  await mkdir(join(root, '.cache'), { recursive: true })
  project = await mkdtemp(join(root, '.cache/dev-'))
  await cp(join(root, 'examples/03-acme-service'), project, { recursive: true })
})
afterEach(() => rm(project, { recursive: true }))

/** Starts `kubewright dev` in the project. */
const startDev = (...args: readonly string[]) => startDevWith({}, ...args)

function startDevWith(environment: Readonly<Record<string, string>>, ...args: readonly string[]) {
  const command = join(root, 'node_modules/.bin/kubewright')
  const child = spawn(process.execPath, [command, 'dev', '--apply', 'samples.yaml', ...args], {
    cwd: project,
    env: { ...process.env, NO_COLOR: '1', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(child, 'exit').then(([code]) => code as number | null)
  let said = ''
  const listeners = new Set<() => void>()
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text
      for (const listen of listeners) listen()
    })
  }
  return {
    /** Resolves when the output since `from` matches. */
    async says(pattern: RegExp, from = 0): Promise<number> {
      await new Promise<void>((done) => {
        const listen = () => {
          if (!pattern.test(said.slice(from))) return
          listeners.delete(listen)
          done()
        }
        listeners.add(listen)
        listen()
      })
      return said.length
    },
    said: () => said,
    ended,
    stop(): Promise<number | null> {
      child.kill('SIGINT')
      return ended
    },
  }
}

it('kubewright dev restarts the operator when a file changes, survives broken files, and stops', async () => {
  const dev = startDev()
  try {
    const children = join(project, 'children.ts')
    const source = await readFile(children, 'utf8')
    const begun = await dev.says(/starting main\.ts/)
    await writeFile(children, `${source}\n`) // while it starts
    const first = await dev.says(
      /children\.ts changed[^]*✓ acme-services default\/checkout: (?:initial|created), .* writes?/,
      begun,
    )

    await writeFile(children, source.replace("name: 'service',", "name: 'renamed',"))
    await dev.says(/children\.ts changed[^]*acme-services default\/checkout: initial, .* writes?/, first)

    const config = join(project, 'kubewright.config.ts')
    const configured = await readFile(config, 'utf8')
    await writeFile(config, 'export default 7')
    const broken = await dev.says(/its default export is 7[^]*The previous version of the operator keeps running/)

    const resource = join(project, 'acme-service.ts')
    const defined = await readFile(resource, 'utf8')
    await writeFile(resource, defined.replace('replicas: z.int()', 'nick: z.string().optional(), replicas: z.int()'))
    await writeFile(config, configured)
    await dev.says(/installed acmeservices\.acme\.dev/, broken)
  } finally {
    expect(await dev.stop()).toBe(0)
  }
}, 120_000)

const admission = `import { defineAdmission } from '@kubewright/webhook'
import { AcmeService } from './acme-service.ts'

const guard = defineAdmission({
  for: AcmeService,
  name: 'guard.acme.dev',
  validate: { create: ({ spec }) => (spec.team === 'nobody' ? [{ path: 'spec.team', message: 'nobody is no team' }] : []) },
})
const namespace = 'acme-operator-system'
export const webhooks = {
  serve: [guard],
  certificates: { secret: { name: 'acme-webhooks', namespace } },
  installation: { name: 'acme', service: { name: 'acme', namespace } },
}
`

it("kubewright dev calls the operator's webhooks while it runs, also after a restart, and not after a crash", async () => {
  await writeFile(join(project, 'admission.ts'), admission)
  for (const file of ['main.ts', 'kubewright.config.ts']) {
    const text = await readFile(join(project, file), 'utf8')
    const named = text.replace('controllers: [acmeServices]', 'controllers: [acmeServices], webhooks')
    await writeFile(join(project, file), `import { webhooks } from './admission.ts'\n${named}`)
  }
  const dev = startDev('--json')
  try {
    const first = await dev.says(/"type":"reconcile"/)
    const kubeconfig = join(project, '.kubewright/kubeconfig')
    await using client = createClient(await loadConfig({ kubeconfig }))
    const kind = await client.discover({ apiVersion: 'acme.dev/v1', kind: 'AcmeService' })
    const spec = { team: 'nobody', imageName: 'a', imageVersion: '1', port: 80 }
    const create = (name: string) =>
      client.create(kind, { metadata: { name, namespace: 'default' }, spec }, { dryRun: true }).then(
        () => 'let in',
        (error: Error) => error.message,
      )
    await expect.poll(() => create('one'), { timeout: 20_000 }).toContain('nobody is no team')

    await writeFile(join(project, 'admission.ts'), `${admission}\n// another line`)
    const second = await dev.says(/"changed"[^]*"type":"reconcile"/, first)
    await expect.poll(() => create('two'), { timeout: 20_000 }).toContain('nobody is no team')

    await writeFile(join(project, 'main.ts'), "throw new Error('broken at the first line')")
    await dev.says(/broken at the first line[^]*"state":"stopped","how":"exit code 1"/, second)
    await expect.poll(() => create('three'), { timeout: 20_000 }).toBe('let in')
    for (const line of dev
      .said()
      .split('\n')
      .filter((one) => one.startsWith('{')))
      JSON.parse(line)
  } finally {
    expect(await dev.stop()).toBe(0)
  }
}, 120_000)

const crates = `import { defineController, defineResource, done } from 'kubewright'
import { defineAdmission, defineConversion } from '@kubewright/webhook'
import { z } from 'zod'

export const Crate = defineResource({
  group: 'crates.example.dev',
  version: 'v1',
  kind: 'Crate',
  scope: 'Namespaced',
  spec: z.object({ grams: z.int(), seal: z.string().optional() }),
  versions: {
    v2: {
      schema: { spec: z.object({ kilos: z.number(), seal: z.string().optional() }) },
      toStorage: ({ spec }) => ({ spec: { grams: spec.kilos * 1_000, ...(spec.seal && { seal: spec.seal }) } }),
      fromStorage: ({ spec }) => ({ spec: { kilos: spec.grams / 1_000, ...(spec.seal && { seal: spec.seal }) } }),
    },
  },
})
const namespace = 'crates-system'
const seal = defineAdmission({ for: Crate, name: 'seal.crates.example.dev', fill: () => ({ spec: { seal: 'sealed' } }) })
export const operator = {
  name: 'crates',
  namespace,
  resources: [Crate],
  controllers: [
    defineController({
      name: 'crates',
      for: Crate,
      reconcile: async (_, ctx) => {
        ctx.log.info('weighed')
        return done()
      },
    }),
  ],
  webhooks: {
    serve: [defineConversion({ for: Crate }), seal],
    certificates: { secret: { name: 'crates-webhooks', namespace } },
    installation: { name: 'crates', service: { name: 'crates', namespace } },
  },
}
`

it('kubewright dev applies samples once the webhooks serve, so that a non-storage version is converted', async () => {
  await writeFile(join(project, 'crates.ts'), crates)
  const config =
    "import { defineConfig } from '@kubewright/cli'\nimport { operator } from './crates.ts'\nexport default defineConfig(operator)\n"
  await writeFile(join(project, 'kubewright.config.ts'), config)
  const main = (await readFile(join(project, 'main.ts'), 'utf8'))
    .replace("import { acmeServices } from './acme-services.ts'", "import { operator } from './crates.ts'")
    .replace('controllers: [acmeServices]', '...operator')
  await writeFile(join(project, 'main.ts'), main)
  const sample =
    'apiVersion: crates.example.dev/v2\nkind: Crate\nmetadata: { name: a, namespace: default }\nspec: { kilos: 2 }\n'
  await writeFile(join(project, 'samples.yaml'), sample)
  const dev = startDev()
  try {
    await dev.says(/applied Crate default\/a/)
    expect(dev.said()).not.toMatch(/^!/m)
    await dev.says(/^│ .* info {2}weighed {2}controller=crates/m)
    expect(dev.said()).not.toMatch(/caches synced/)
    await using client = createClient(await loadConfig({ kubeconfig: join(project, '.kubewright/kubeconfig') }))
    for (const [version, spec] of [
      ['v1', { grams: 2_000, seal: 'sealed' }],
      ['v2', { kilos: 2, seal: 'sealed' }],
    ] as const) {
      const kind = await client.discover({ apiVersion: `crates.example.dev/${version}`, kind: 'Crate' })
      const { items } = await client.list(kind, { namespace: 'default' })
      expect(items.map((item) => (item as { spec?: unknown }).spec)).toEqual([spec])
    }
  } finally {
    expect(await dev.stop()).toBe(0)
  }
}, 120_000)

it('kubewright dev --existing runs the operator on that cluster and leaves its objects there when it stops', async () => {
  await using server = await startApiServer({ listen: {} })
  const kubeconfig = join(project, 'existing.yaml')
  await writeFile(kubeconfig, server.endpoint!.kubeconfig(), { mode: 0o600 })
  const dev = startDevWith({ KUBECONFIG: kubeconfig }, '--existing')
  try {
    await dev.says(/✓ acme-services default\/checkout: (?:initial|created), .* writes/)
    expect(dev.said()).toContain(server.endpoint!.url)
  } finally {
    expect(await dev.stop()).toBe(0)
  }
  await using client = createClient(await loadConfig({ kubeconfig }))
  const kind = await client.discover({ apiVersion: 'acme.dev/v1', kind: 'AcmeService' })
  const made = await client.get(kind, { name: 'checkout', namespace: 'default' })
  expect(made.metadata.managedFields?.map(({ manager }) => manager)).toContain('kubewright-dev')
}, 120_000)

it('kubewright dev --existing fails without starting the operator if the cluster is unreachable', async () => {
  await using server = await startApiServer({ listen: {} })
  const kubeconfig = join(project, 'gone.yaml')
  await writeFile(kubeconfig, server.endpoint!.kubeconfig(), { mode: 0o600 })
  await server[Symbol.asyncDispose]()
  const dev = startDevWith({ KUBECONFIG: kubeconfig }, '--existing')
  expect(await dev.ended).toBe(3)
  expect(dev.said()).toContain(`Cannot request GET /version: after 5 attempts, cannot reach ${server.endpoint!.url}`)
  expect(dev.said()).not.toContain('starting main.ts')
}, 120_000)
