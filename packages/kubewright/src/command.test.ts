import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import manifest from '../package.json' with { type: 'json' }

const run = promisify(execFile)
const here = resolve(import.meta.dirname, '..')

let folder: string
/** This package as npm installs it for `npx kubewright`: far from any project. */
let installed: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kubewright-command-'))
  installed = join(folder, 'npx/node_modules/kubewright')
  await cp(join(here, 'bin'), join(installed, 'bin'), { recursive: true })
  await cp(join(here, 'package.json'), join(installed, 'package.json'))
  await mkdir(join(folder, 'project'))
})
afterEach(() => rm(folder, { recursive: true }))

const says = (text: string) => `console.log(${JSON.stringify(text)}, process.argv.slice(2).join(' '))`

/** A command that prints where it is installed. */
async function installCommand(place: string): Promise<void> {
  const root = join(folder, place, 'node_modules/@kubewright/cli')
  await mkdir(join(root, 'bin'), { recursive: true })
  await writeFile(join(root, 'package.json'), '{ "type": "module", "exports": { "./package.json": "./package.json" } }')
  await writeFile(join(root, 'bin/kubewright.js'), says(`of the ${place}:`))
}

async function kubewright(...args: readonly string[]) {
  const npm = join(folder, 'npm-cli.js')
  await writeFile(npm, says('npm'))
  const env = { ...process.env, npm_execpath: npm }
  return run(process.execPath, [join(installed, 'bin/kubewright.js'), ...args], { cwd: join(folder, 'project'), env })
}

describe('npx kubewright', () => {
  it('runs the @kubewright/cli of the current project, even if another one is installed beside it', async () => {
    await installCommand('npx')
    await installCommand('project')
    expect(await kubewright('generate', '--check')).toEqual({
      stdout: 'of the project: generate --check\n',
      stderr: '',
    })
  })

  it('runs the @kubewright/cli installed beside it where the project has none', async () => {
    await installCommand('npx')
    expect((await kubewright('init', 'shop')).stdout).toBe('of the npx: init shop\n')
  })

  it('runs @kubewright/cli of its own version through npm exec where none is installed', async () => {
    const wanted = `@kubewright/cli@${manifest.version}`
    expect(await kubewright('init', 'my shop', '--yes')).toEqual({
      stdout: `npm exec --yes --package=${wanted} -- kubewright init my shop --yes\n`,
      stderr: `kubewright: ${wanted} is not installed here; asking npm for it\n`,
    })
  })
})
