import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runCommand } from '../program.ts'
import { fakeTerminal, type FakeTerminalOptions } from '../testing/fake-terminal.ts'

const shop = `
types:
  Database:
    capabilities: [sql]
    initial: unavailable
    states: { unavailable: {}, running: { offers: [sql] }, crashed: {} }
    operations:
      run: { from: unavailable, to: running }
      delete: { from: [running, crashed], to: unavailable }
      crash: { from: running, to: crashed, controllable: false }
  Service:
    requirements: [database]
    initial: unavailable
    states: { unavailable: {}, running: { needs: [database] }, crashed: {} }
    operations:
      run: { from: unavailable, to: running, needs: [database] }
      delete: { from: [running, crashed], to: unavailable }
    faults: { running: crashed }
nodes: { db: Database, api: Service }
bindings: { api.database: db.sql }
`

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kubewright-protocol-'))
  await writeFile(join(folder, 'shop.yaml'), shop)
  await writeFile(join(folder, 'unhandled.yaml'), shop.replace('    faults: { running: crashed }\n', ''))
  await writeFile(join(folder, 'steps.txt'), 'db.run\napi.run # up\ncrash db\n')
})
afterAll(() => rm(folder, { recursive: true }))

async function run(args: readonly string[], options: FakeTerminalOptions = {}) {
  const terminal = fakeTerminal({ cwd: folder, ...options })
  const code = await runCommand(['protocol', ...args], terminal)
  return { code, ...terminal.written, questions: terminal.questions }
}

describe('kubewright protocol check', () => {
  it('counts states, and reports that every fault is recoverable', async () => {
    const { code, stdout } = await run(['check', 'shop.yaml'])
    expect(stdout).toMatch(
      /^states {6}\d+, \d+ with pending faults\ndeadlocks {3}none\nrecovery {4}the goal can be reached from every state\n/,
    )
    expect(code).toBe(0)
  })

  it('fails with a witness for an unhandled fault', async () => {
    const { code, stdout } = await run(['check', 'unhandled.yaml'])
    expect(code).toBe(1)
    expect(stdout).toContain('unhandled fault')
    expect(stdout).toContain('after db.run, api.run, db.crash')
  })

  it('prints JSON with --json', async () => {
    const { stdout } = await run(['check', 'shop.yaml', '--json'])
    expect(JSON.parse(stdout)).toMatchObject({ problems: [], analysis: { deadlocks: { count: 0 } } })
  })
})

describe('kubewright protocol plan', () => {
  it('brings everything up by default', async () => {
    expect((await run(['plan', 'shop.yaml'])).stdout).toBe(
      '1  db.run\n2  api.run\n2 steps, cost 2, to db=running api=running\n',
    )
    expect((await run(['plan', 'shop.yaml', '--to', 'db=running'])).stdout).toContain('1  db.run\n1 step, cost 1')
  })

  it('starts in the state given by --from', async () => {
    const { stdout } = await run(['plan', 'shop.yaml', '--from', 'db=crashed,api=running', '--to', 'api=running'])
    expect(stdout).toContain('handle api.database')
  })

  it('fails with the reason if there is no plan', async () => {
    const { code, stdout } = await run(['plan', 'unhandled.yaml', '--from', 'db=crashed,api=running'])
    expect([code, stdout]).toEqual([1, expect.stringMatching(/^no plan: /)])
  })

  it.each(['db', 'db=', '=running', 'db=running:x'])('refuses %j as a state', async (text) => {
    await expect(run(['plan', 'shop.yaml', '--to', text])).rejects.toMatchObject({ code: 'KW_CLI_USAGE' })
  })

  it('names a misspelled node of a goal', async () => {
    await expect(run(['plan', 'shop.yaml', '--to', 'dbb=running'])).rejects.toMatchObject({ code: 'KW_PROTOCOL_STATE' })
  })
})

describe('kubewright protocol faults', () => {
  it('prints what each fault takes down and how to recover', async () => {
    expect(await run(['faults', 'shop.yaml'])).toMatchObject({
      code: 0,
      stdout: `faults in db=running api=running
db.crash
  takes down api
  5 steps handle api.database, db.delete, db.run, api.delete, api.run
every fault can be recovered from
`,
    })
  })

  it('fails if a fault is unrecoverable', async () => {
    const { code, stdout } = await run(['faults', 'unhandled.yaml'])
    expect([code, stdout]).toEqual([1, expect.stringContaining('1 cannot be recovered from')])
  })
})

describe('kubewright protocol simulate', () => {
  it('runs a script', async () => {
    expect((await run(['simulate', 'shop.yaml', '--script', 'steps.txt'])).stdout).toBe(
      'db.run\napi.run\ndb.crash\nhandle api.database\ndb=crashed api=crashed\n',
    )
  })

  it('prompts for steps, corrects mistakes and undoes steps', async () => {
    const { stdout, stderr } = await run(['simulate', 'shop.yaml'], {
      answers: ['1', 'api.fly', 'api.run', 'undo', ''],
    })
    expect(stdout).toBe('db.run\ndb=running api=unavailable\n')
    expect(stderr).toContain('Cannot take the step "api.fly"')
  })

  it('names a script that cannot be read', async () => {
    await expect(run(['simulate', 'shop.yaml', '--script', 'missing.txt'])).rejects.toMatchObject({
      code: 'KW_CLI_PROTOCOL',
      message: expect.stringContaining('Cannot read the script missing.txt'),
    })
  })

  it('requires --script without a terminal', async () => {
    await expect(run(['simulate', 'shop.yaml'])).rejects.toThrow('Pass the steps in a file: --script steps.txt.')
  })
})

describe('kubewright protocol graph', () => {
  it('draws a topology and the protocol of a node', async () => {
    expect((await run(['graph', 'shop.yaml'])).stdout).toMatch(/^<svg [^>]+>\n<title>Topology<\/title>/)
    const { stderr } = await run(['graph', 'shop.yaml', '--node', 'api', '--out', 'api.svg'])
    expect(stderr).toBe('wrote api.svg\n')
    expect(await readFile(join(folder, 'api.svg'), 'utf8')).toContain('run [database]')
  })

  it('escapes names', async () => {
    const name = '<script>alert(1)</script>'
    await writeFile(
      join(folder, 'hostile.yaml'),
      JSON.stringify({ types: { T: { initial: 'a', states: { a: {} } } }, nodes: { [name]: 'T', ['__proto__']: 'T' } }),
    )
    const { stdout } = await run(['graph', 'hostile.yaml'])
    expect(stdout).not.toContain('<script>')
    expect(stdout).toContain('__proto__')
  })

  it('suggests a similar node name', async () => {
    await expect(run(['graph', 'shop.yaml', '--node', 'apii'])).rejects.toThrow('Did you mean api?')
  })
})

describe('--json beside --out', () => {
  it('writes the file, and prints JSON', async () => {
    const { stdout } = await run(['export', 'shop.yaml', '--out', 'both.csar', '--json'])
    expect(JSON.parse(stdout)).toMatchObject({ nodes: { db: 'Database' } })
    expect((await run(['plan', 'both.csar'])).stdout).toContain('1  db.run')
  })
})

describe('an invalid topology file', () => {
  it.each([
    { name: 'missing.yaml', text: undefined, says: 'no such file' },
    { name: 'odd.txt', text: '', says: 'its extension is unknown' },
    { name: 'broken.yaml', text: 'nodes: [', says: 'it is not YAML' },
    { name: 'module.mjs', text: 'export default 7', says: 'its default export is not a topology' },
  ])('is refused: $says', async ({ name, text, says }) => {
    if (text !== undefined) await writeFile(join(folder, name), text)
    await expect(run(['check', name])).rejects.toMatchObject({
      code: 'KW_CLI_PROTOCOL',
      message: expect.stringContaining(says),
    })
  })

  it('is refused with a YAML alias bomb', async () => {
    const lines = ['a: &a [x,x,x,x,x,x,x,x,x]']
    for (const [index, name] of ['b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'].entries())
      lines.push(`${name}: &${name} [${Array.from({ length: 9 }, () => `*${'abcdefghi'[index]}`).join(',')}]`)
    await writeFile(join(folder, 'bomb.yaml'), lines.join('\n'))
    await expect(run(['check', 'bomb.yaml'])).rejects.toMatchObject({ code: 'KW_CLI_PROTOCOL' })
  })
})
