import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '../../..')
let project: string

// In the repository, so that the project finds its packages; where nobody looks.
beforeEach(async () => {
  await mkdir(join(root, '.cache'), { recursive: true })
  project = await mkdtemp(join(root, '.cache/dev-'))
  await cp(join(root, 'examples/03-acme-service'), project, { recursive: true })
})
afterEach(() => rm(project, { recursive: true }))

/** `kubewright dev` in the project, as a person starts it. */
function startDev() {
  const command = join(root, 'node_modules/.bin/kubewright')
  const child = spawn(process.execPath, [command, 'dev', '--apply', 'samples.yaml'], {
    cwd: project,
    env: { ...process.env, NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  const listeners = new Set<() => void>()
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text
      for (const listen of listeners) listen()
    })
  }
  return {
    /** Resolves when this has been said since `from`; the test's time-out says what was said instead. */
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
    async stop(): Promise<number | null> {
      if (child.exitCode !== null) return child.exitCode
      child.kill('SIGINT')
      const [code] = (await once(child, 'exit')) as [number | null]
      return code
    },
  }
}

it('an operator runs, is begun anew when a file changes, survives mistakes, and stops', async () => {
  const dev = startDev()
  try {
    const first = await dev.says(/✓ acme-services default\/checkout: initial, .* writes/)
    await dev.says(/starting main\.ts/)

    const children = join(project, 'children.ts')
    const source = await readFile(children, 'utf8')
    await writeFile(children, source.replace("name: 'service',", "name: 'renamed',"))
    await dev.says(/children\.ts changed[^]*acme-services default\/checkout: initial, .* writes?/, first)

    const config = join(project, 'kubewright.config.ts')
    const configured = await readFile(config, 'utf8')
    await writeFile(config, 'export default 7')
    const broken = await dev.says(/its default export is 7[^]*The operator runs on as it was/)

    const resource = join(project, 'acme-service.ts')
    const defined = await readFile(resource, 'utf8')
    await writeFile(resource, defined.replace('replicas: z.int()', 'nick: z.string().optional(), replicas: z.int()'))
    await writeFile(config, configured)
    await dev.says(/installed acmeservices\.acme\.dev/, broken)
  } finally {
    expect(await dev.stop()).toBe(0)
  }
}, 120_000)
