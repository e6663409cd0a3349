import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { runCommand } from '../program.ts'
import { fakeTerminal } from '../testing/fake-terminal.ts'
import { vendoredDependencies } from './dependencies.ts'
import { developmentPackages, packageJson, pnpmWorkspace, runtimePackages } from '../scaffold/package-files.ts'
import { writeProject } from './new-folder.ts'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kubewright-init-'))
})
afterEach(() => rm(folder, { recursive: true }))

const read = (path: string) => readFile(join(folder, path), 'utf8')

describe('kubewright init', () => {
  it('creates a project and prints the next commands', async () => {
    const terminal = fakeTerminal({ cwd: folder })
    const code = await runCommand(['init', 'shop', '--group', 'shop.example.dev', '--kind', 'Order', '--yes'], terminal)
    expect(code).toBe(0)
    expect(terminal.written.stdout).toContain('  cd shop\n  npm install\n  npm test\n')
    expect((await readdir(folder)).sort()).toEqual(['shop'])
    expect(
      (await readdir(join(folder, 'shop'), { recursive: true, withFileTypes: true })).filter((one) => one.isFile())
        .length,
    ).toBe(26)
    expect(await read('shop/src/operator.ts')).toMatch(/controllers: \[orders\][^]*\n} satisfies OperatorConfig\n$/)
    expect(await read('shop/src/main.ts')).toContain("managerFlags(process.argv.slice(2), { others: 'refuse' })")
    expect(JSON.parse(await read('shop/tsconfig.build.json'))).toMatchObject({
      exclude: ['src/**/*.test.ts', 'src/**/*.explore.ts'],
    })
    expect(JSON.parse(await read('shop/package.json'))).toMatchObject({
      name: 'shop',
      scripts: { start: 'tsx src/main.ts', test: 'vitest run --testTimeout 30000', generate: 'kubewright generate' },
    })
  })

  it('prompts for missing options, and takes an empty answer for the default', async () => {
    const terminal = fakeTerminal({ cwd: folder, answers: ['bulbs', '', 'LightBulb'] })
    await runCommand(['init'], terminal)
    expect(terminal.questions).toEqual([
      'Which folder? (my-operator) ',
      'The API group of your resource, a domain of yours? (bulbs.example.dev) ',
      'Your first resource, one word in PascalCase? (Greeting) ',
    ])
    expect(existsSync(join(folder, 'bulbs/src/light-bulbs.test.ts'))).toBe(true)
  })

  it('prompts again after an invalid answer, and says why', async () => {
    const terminal = fakeTerminal({ cwd: folder, answers: ['shop', '', 'order', 'Order'] })
    await runCommand(['init'], terminal)
    expect(terminal.questions).toHaveLength(4)
    expect(terminal.written.stderr).toBe(
      'Cannot use the kind order.shop.example.dev: kind: "order" must be one word in PascalCase, such as Website.\n',
    )
  })

  it('does not prompt without a terminal', async () => {
    await expect(runCommand(['init'], fakeTerminal({ cwd: folder }))).rejects.toMatchObject({ code: 'KW_CLI_USAGE' })
    expect(await runCommand(['init', 'shop'], fakeTerminal({ cwd: folder }))).toBe(0)
  })

  it('uses the current folder if that is empty except for .git', async () => {
    await mkdir(join(folder, '.git'))
    const terminal = fakeTerminal({ cwd: folder })
    await runCommand(['init', '.', '--name', 'shop', '--yes', '--json'], terminal)
    expect(JSON.parse(terminal.written.stdout)).toMatchObject({
      folder,
      files: expect.arrayContaining(['src/main.ts']),
    })
    expect(await readdir(folder)).toContain('package.json')
  })

  it.each([
    { name: 'a folder that is not empty', args: ['.', '--name', 'shop'], code: 'KW_CLI_FOLDER' },
    { name: 'a file as the folder', args: ['note'], code: 'KW_CLI_FOLDER' },
    { name: 'a folder that cannot be created', args: ['note/shop'], code: 'KW_CLI_FOLDER' },
    { name: 'a name that is invalid for a Deployment', args: ['Shop'], code: 'KW_CLI_NAME' },
    { name: 'an invalid kind', args: ['shop', '--kind', 'order'], code: 'KW_CLI_NAME' },
    { name: 'an invalid group', args: ['shop', '--group', 'shop'], code: 'KW_CLI_NAME' },
    { name: 'an image with code', args: ['shop', '--image', "x', evil: '"], code: 'KW_CLI_NAME' },
    { name: 'an image with a line break', args: ['shop', '--image', 'a\nb'], code: 'KW_CLI_NAME' },
    { name: 'an unknown option', args: ['shop', '--colour', 'red'], code: 'KW_CLI_USAGE' },
    { name: 'two folders', args: ['shop', 'other'], code: 'KW_CLI_USAGE' },
  ])('refuses $name, and leaves nothing behind', async ({ args, code }) => {
    await writeFile(join(folder, 'note'), '')
    await expect(runCommand(['init', ...args, '--yes'], fakeTerminal({ cwd: folder }))).rejects.toMatchObject({ code })
    expect(await readdir(folder)).toEqual(['note'])
  })

  it('leaves nothing behind when it is stopped', async () => {
    const stop = new AbortController()
    const files = new Map([['a/b.txt', 'b']])
    const copies = {
      *[Symbol.iterator]() {
        stop.abort()
        yield ['vendor/x.tgz', join(folder, 'x.tgz')]
      },
    } as unknown as ReadonlyMap<string, string>
    await expect(writeProject(join(folder, 'new'), files, { copies, signal: stop.signal })).rejects.toThrow('abort')
    expect(await readdir(folder)).toEqual([])
  })
})

describe.runIf(process.platform === 'linux')('kubewright init in a place where no folder can be created', () => {
  it('fails at once, even if the parent exists', async () => {
    const terminal = fakeTerminal({ cwd: '/proc' })
    await expect(runCommand(['init', 'shop', '--yes'], terminal)).rejects.toMatchObject({ code: 'KW_CLI_FOLDER' })
  })
})

describe('a project from a clone', () => {
  it('refers to every package as a file, for npm, pnpm and Bun', () => {
    const names = [...runtimePackages, ...developmentPackages, '@kubewright/simulation']
    const fileOf = (name: string) => `${name.replace('@', '').replace('/', '-')}-1.0.0.tgz`
    const packs = Object.fromEntries(names.map((name) => [name, `/packs/${fileOf(name)}`]))
    const { dependencies, tarballs } = vendoredDependencies(packs)
    const manifest = JSON.parse(
      packageJson({ name: 'shop', names: { file: 'order' }, dependencies } as never),
    ) as Record<string, Record<string, string>>
    expect(manifest['dependencies']?.['kubewright']).toBe('file:vendor/kubewright-1.0.0.tgz')
    expect(Object.keys(manifest['overrides']!)).toEqual([...names].sort())
    expect(manifest['overrides']?.['@kubewright/simulation']).toBe('file:vendor/kubewright-simulation-1.0.0.tgz')
    const forPnpm = parse(pnpmWorkspace({ dependencies })) as Record<string, unknown>
    expect(forPnpm['overrides']).toEqual(manifest['overrides'])
    expect(tarballs.get('vendor/kubewright-core-1.0.0.tgz')).toBe('/packs/kubewright-core-1.0.0.tgz')
  })
})

it('a new project configures pnpm with the packages that need no install scripts', async () => {
  const terminal = fakeTerminal({ cwd: folder })
  await runCommand(['init', 'shop', '--yes'], terminal)
  expect(parse(await read('shop/pnpm-workspace.yaml'))).toEqual({
    allowBuilds: { 'classic-level': false, esbuild: false },
  })
})

it('a new project depends on every package that the guides import, or the guide installs it', async () => {
  const guides = join(import.meta.dirname, '../../../../docs/guides')
  const named = new Set([...runtimePackages, ...developmentPackages])
  const missing: string[] = []
  for (const guide of (await readdir(guides)).filter((name) => name.endsWith('.md'))) {
    const text = await readFile(join(guides, guide), 'utf8')
    const imported = [...text.matchAll(/from '((?:@kubewright\/)?[a-z]+)[^']*'/g)].map(([, name]) => name!)
    const ours = new Set(imported.filter((name) => name === 'kubewright' || name.startsWith('@kubewright/')))
    for (const name of ours)
      if (!named.has(name) && !new RegExp(`npm install .*${name}\\b`).test(text)) missing.push(`${guide}: ${name}`)
  }
  expect(missing).toEqual([])
})
