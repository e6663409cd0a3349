/** Runs the commands of a user in a project with only the packed packages. */
import { execFile } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { stage } from '../../tools/stage.ts'
import { readJson } from '../../tools/workspace.ts'

const run = promisify(execFile)

/** Both packages have a command of that name, and npm may link either: both must work. */
const kubewright = ['kubewright', '@kubewright/cli'].map((name) => `node_modules/${name}/bin/kubewright.js`)

const config = `import { defineConfig } from '@kubewright/cli'
import { defineController, defineResource, done } from 'kubewright'
import { z } from 'zod'

const spec = z.object({ item: z.string().describe('What is ordered.') })
const Order = defineResource({ group: 'shop.example.dev', version: 'v1', kind: 'Order', scope: 'Namespaced', spec })
const orders = defineController({ name: 'orders', for: Order, reconcile: async () => done() })

export default defineConfig({ name: 'shop', resources: [Order], controllers: [orders] })
`

export async function checkCommands(project: string): Promise<boolean> {
  const { version } = readJson<{ version: string }>(join(project, 'node_modules/@kubewright/cli/package.json'))
  writeFileSync(join(project, 'kubewright.config.ts'), config)
  const say = async (program: string, ...args: string[]) => {
    return (await run(process.execPath, [program, ...args], { cwd: project, timeout: 120_000 })).stdout
  }
  const stages: readonly (readonly [string, () => Promise<void>])[] = [
    [
      'npx kubewright --version',
      async () => expectEqual(await npx(project, 'kubewright', '--version'), `${version}\n`),
    ],
    ...kubewright.map((path): [string, () => Promise<void>] => [
      `${path} --version`,
      async () => expectEqual(await say(path, '--version'), `${version}\n`),
    ]),
    ['npx create-kubewright', () => create(project, version)],
    ['kubewright generate reads a project in TypeScript', async () => expectCrd(await generate(project))],
  ]
  for (const [name, work] of stages) if (!(await stage(name, work))) return false
  return true
}

/** As `npm create kubewright` runs it. */
async function create(project: string, version: string): Promise<void> {
  await npx(project, 'create-kubewright', 'made', '--yes')
  const { dependencies } = readJson<{ dependencies: Record<string, string> }>(join(project, 'made/package.json'))
  expectEqual(dependencies['kubewright'], `^${version}`)
  rmSync(join(project, 'made'), { recursive: true })
}

async function generate(project: string): Promise<string> {
  await npx(project, 'kubewright', 'generate', 'crds')
  return join(project, 'deploy/crds/orders.shop.example.dev.yaml')
}

function expectCrd(path: string): void {
  if (!existsSync(path)) throw new Error(`${path} was not written`)
  expectEqual(readFileSync(path, 'utf8').includes('What is ordered.'), true)
}

async function npx(project: string, ...args: string[]): Promise<string> {
  return (await run('npx', ['--no', '--', ...args], { cwd: project, timeout: 120_000 })).stdout
}

function expectEqual(actual: unknown, expected: unknown): void {
  if (actual !== expected) throw new Error(`${JSON.stringify(actual)} is not ${JSON.stringify(expected)}`)
}
