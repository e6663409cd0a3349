import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { systemClock } from '@kubewright/core'
import type { ExplorationProgress } from '@kubewright/dashboard/exploration'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { slow } from '../testing/linked-project.ts'
import { explorationsIn, projectExplorations } from './project-explorations.ts'

/** A Secret for every ConfigMap; a lost response ends it. */
const careless = `
import { defineController, done } from '@kubewright/controller'
import { ConfigMap, Secret } from '@kubewright/kubernetes'
import { defineExploration } from '@kubewright/testing'

const copies = defineController({
  name: 'copies',
  for: ConfigMap,
  scope: { labels: 'copied=yes' },
  async reconcile(map, ctx) {
    await ctx.client.create(Secret, { metadata: { name: 'copy', namespace: 'default' } }).catch(() => undefined)
    return done()
  },
})
export default defineExploration({
  controllers: [copies],
  strategies: ['single'],
  async scenario(user) {
    await user.create(ConfigMap, { metadata: { name: 'blog', namespace: 'default', labels: { copied: 'yes' } } })
  },
})
`
/** An operator that never ends by itself. It writes its process id to the file. */
const lasting = (file: string) => `
import { defineProcessExploration } from '@kubewright/testing'

export default defineProcessExploration({
  command: 'echo $$ > ${file}; sleep 300',
  scenario: async () => undefined,
})
`

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kubewright-explorations-'))
  await symlink(resolve(import.meta.dirname, '../../../../node_modules'), join(folder, 'node_modules'))
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
  for (const below of ['src/deep', 'dist', '.git']) await mkdir(join(folder, below), { recursive: true })
  await writeFile(join(folder, 'src/deep/copies.explore.ts'), careless)
  await writeFile(join(folder, 'lasting.explore.mts'), lasting(join(folder, 'pid')))
  for (const other of [
    'dist/copies.explore.js',
    '.git/copies.explore.ts',
    'src/explore.ts',
    'src/copies.explore.txt',
  ]) {
    await writeFile(join(folder, other), careless)
  }
})

afterAll(() => rm(folder, { recursive: true }))

function source(signal = new AbortController().signal) {
  const terminal = { cwd: folder, environment: { PATH: process.env['PATH'] }, clock: systemClock, signal }
  return projectExplorations({ folders: [folder, join(folder, 'src')], terminal })
}

describe('the explorations of a project', () => {
  it('are found by file name, each once, outside of build output and node_modules', async () => {
    expect(await source().find()).toEqual(['lasting.explore.mts', 'src/deep/copies.explore.ts'])
  })

  it('report a folder that cannot be read', async () => {
    await expect(explorationsIn([join(folder, 'nowhere')])).rejects.toThrow('ENOENT')
  })

  it('report progress, failures and their stories', { timeout: slow }, async () => {
    const told: ExplorationProgress[] = []
    const { signal } = new AbortController()
    const result = await source().run(
      { file: 'src/deep/copies.explore.ts', strategies: ['single'] },
      { progress: (one) => told.push(one), signal },
    )
    expect(told.at(-1)).toMatchObject({ strategy: 'single', plans: expect.any(Number) })
    expect(told.at(-1)!.faults).toBeGreaterThan(0)
    const failure = result.failures.find(({ oracle }) => oracle === 'end-state')!
    const { moments = [] } = failure.sequence ?? {}
    expect(moments.find(({ type }) => type === 'step')).toMatchObject({ from: 'user' })
    expect(moments.some(({ to, text }) => to === 'server' && text === 'create secrets default/copy')).toBe(true)
    expect(moments.some(({ objects = [] }) => objects.some(({ name }) => name === 'configmaps default/blog'))).toBe(
      true,
    )
  })

  it('can be stopped, and report the failures found so far', { timeout: slow }, async () => {
    const stop = new AbortController()
    const progress = ({ runs }: ExplorationProgress) => void (runs >= 5 && stop.abort())
    const result = await source().run(
      { file: 'src/deep/copies.explore.ts', budget: '10m' },
      { progress, signal: stop.signal },
    )
    expect(result.truncated).toContain('did not fit the budget')
  })

  it('reject with the reason if they cannot run', { timeout: slow }, async () => {
    const { signal } = new AbortController()
    const listener = { progress: () => undefined, signal }
    await expect(source().run({ file: 'src/explore.ts', seed: '7' }, listener)).resolves.toMatchObject({ seed: '7' })
    await expect(source().run({ file: 'lasting.explore.mts', seed: '7' }, listener)).rejects.toThrow('with `seed`')
  })

  it('leave no process behind when the command ends', { timeout: slow }, async () => {
    const end = new AbortController()
    const running = source(end.signal).run(
      { file: 'lasting.explore.mts' },
      { progress: () => undefined, signal: new AbortController().signal },
    )
    const outcome = running.then(
      () => 'ended',
      (error: Error) => error.message,
    )
    const read = async () => Number(await readFile(join(folder, 'pid'), 'utf8').catch(() => '0'))
    await expect.poll(read, { timeout: 60_000 }).toBeGreaterThan(0)
    const pid = await read()
    end.abort(new Error('Ctrl-C'))
    expect(await outcome).toBe('Ctrl-C')
    // A zombie is still listed until its parent has waited for it.
    const isAlive = () => /^[^Z]/.test(spawnSync('ps', ['-o', 'stat=', '-p', String(pid)]).stdout.toString())
    await expect.poll(isAlive).toBe(false)
  })
})
