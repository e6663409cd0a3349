import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runCommand } from '../program.ts'
import { fakeTerminal } from '../testing/fake-terminal.ts'
import { slow } from '../testing/linked-project.ts'

/** Creates a Secret for every ConfigMap; a lost response ends it. */
const careless = `
import { defineController, done } from '@kubewright/controller'
import { ConfigMap, Secret } from '@kubewright/kubernetes'
import { defineExploration } from '@kubewright/testing'

const copies = defineController({
  name: 'copies',
  for: ConfigMap,
  async reconcile(map, ctx) {
    await ctx.client.create(Secret, { metadata: { name: 'copy', namespace: 'default' } }).catch(() => undefined)
    return done()
  },
})
const scenario = async (user) => {
  await user.create(ConfigMap, { metadata: { name: 'blog', namespace: 'default' } })
}
export default defineExploration({ controllers: [copies], scenario, strategies: ['single'] })
`

/** An operator that ends before it sends a request. */
const endless = `
import { defineProcessExploration } from '@kubewright/testing'

export default defineProcessExploration({ command: 'exit 7', patience: '1s', scenario: async () => undefined })
`

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kubewright-explore-'))
  await symlink(resolve(import.meta.dirname, '../../../../node_modules'), join(folder, 'node_modules'))
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
  await writeFile(join(folder, 'copies.explore.ts'), careless)
  await writeFile(join(folder, 'process.explore.ts'), endless)
  await writeFile(join(folder, 'other.ts'), 'export default 7')
  await writeFile(join(folder, 'failing.ts'), "\nthrow new Error('no such luck')")
  await writeFile(join(folder, 'waiting.ts'), 'await new Promise(() => undefined)')
  await writeFile(
    join(folder, 'ended.ts'),
    "import { writeSync } from 'node:fs'\nwriteSync(2, 'a loop that never waits')\nprocess.kill(process.pid, 'SIGKILL')",
  )
  await writeFile(join(folder, 'broken.json'), '{ "plan": 7 }')
})

afterAll(() => rm(folder, { recursive: true }))

async function explore(...args: readonly string[]) {
  const terminal = fakeTerminal({ cwd: folder, environment: { PATH: process.env['PATH'] } })
  return { ...terminal, code: await runCommand(['explore', ...args], terminal) }
}

describe('kubewright explore', () => {
  it('prints the story of a failure, saves its plan, and replays it', { timeout: slow }, async () => {
    const found = await explore('copies.explore.ts', '--save', 'plans')
    expect(found.code).toBe(1)
    expect(found.written.stdout).toContain('Secret default/copy is missing')
    expect(found.written.stdout).toContain('Plan: "create secrets default/copy"')
    expect(found.written.stdout).toContain('plans/end-state-1.json')
    expect(JSON.parse(await readFile(join(folder, 'plans/end-state-1.json'), 'utf8'))).toMatchObject({
      seed: 'kubewright',
    })

    const again = await explore('copies.explore.ts', '--plan', 'plans/end-state-1.json', '--json')
    expect(again.code).toBe(1)
    const fullStory = expect.stringContaining('Secret default/copy is missing')
    expect(JSON.parse(again.written.stdout)).toMatchObject({
      fullStory,
      failures: [{ oracle: 'end-state', fullStory }, { fullStory: expect.stringContaining('What happens:') }],
    })
    const full = await explore('copies.explore.ts', '--plan', 'plans/end-state-1.json', '--full')
    expect(full.written.stdout).toContain(JSON.parse(again.written.stdout).fullStory)
  })

  it('starts a process by the given command line', { timeout: slow }, async () => {
    const found = await explore('process.explore.ts', '--process', 'echo hello; exit 8')
    expect(found.code).toBe(1)
    expect(found.written.stdout).not.toContain('Seed:')
    expect(found.written.stdout).toContain(
      'it exited with code 8 before it sent a request to the server; its output: hello',
    )
  })

  it('reports an invalid plan, and options that do not apply to a process', { timeout: slow }, async () => {
    const plan = ['--plan', 'broken.json']
    await expect(explore('copies.explore.ts', ...plan)).rejects.toThrow('replay broken.json')
    await expect(explore('process.explore.ts', '--seed', '7')).rejects.toThrow('explore a process with `seed`')
    await expect(explore('copies.explore.ts', '--process', 'true')).rejects.toThrow('it does not explore a process')
    await expect(explore('process.explore.ts', ...plan, '--process', 'true')).rejects.toThrow('leave --process out')
  })

  it('refuses unusable files and options', { timeout: slow }, async () => {
    await expect(explore('nothing.ts')).rejects.toThrow('there is no such file')
    await expect(explore('other.ts')).rejects.toThrow('its default export is not an exploration')
    await expect(explore('other.ts', '--strategy', 'luck')).rejects.toThrow('"luck" is not a strategy')
    await expect(explore('other.ts', '--runs', 'many')).rejects.toThrow('--runs many is not a number above zero')
    await expect(explore('other.ts', '--budget', 'a while')).rejects.toThrow('a while')
    await expect(explore('other.ts', '--budget', '0s')).rejects.toThrow('--budget 0s leaves no time')
    await expect(explore('other.ts', '--plan', 'none.json')).rejects.toThrow('the plan file none.json does not exist')
    await expect(explore('other.ts', '--plan', 'broken.json', '--seed', '7')).rejects.toThrow('leave --seed out')
    await expect(explore('other.ts', '--save', 'other.ts/plans')).rejects.toThrow(
      '--save other.ts/plans cannot be made',
    )
    await expect(explore('.')).rejects.toThrow('it is a folder')
  })

  it('reports where a file fails, and one that never finishes loading', { timeout: slow }, async () => {
    await expect(explore('failing.ts')).rejects.toThrow('no such luck (failing.ts:2:7). Fix this error')
    await expect(explore('waiting.ts')).rejects.toThrow('it awaits a promise that never settles')
    await expect(explore('ended.ts')).rejects.toThrow('it was stopped:\n\na loop that never waits')
  })
})
