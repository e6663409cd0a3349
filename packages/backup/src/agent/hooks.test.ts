import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { VirtualClock } from '@kubewright/core/testing'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readAgentSettings } from './agent-settings.ts'
import { backUp, type BackupParts } from './back-up.ts'
import { type Hooks, runHook } from './hooks.ts'

let cwd: string
beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'hooks-'))
})
afterEach(() => rm(cwd, { recursive: true, force: true }))

const environment = { PATH: process.env['PATH'] ?? '' }
const shell = (script: string) => ['sh', '-c', script]
const hooksWith = (hooks: Partial<Hooks>): Hooks => ({ timeoutMs: 60_000, cwd, environment, ...hooks })
const log = async () => (await readFile(join(cwd, 'log'), 'utf8')).trim().split('\n')

const operation = {
  kind: 'backup',
  backup: 'monday',
  owner: 'shop.db',
  source: 'db-0',
  retention: {},
  verification: 'data',
} as const
const noted = { before: shell('echo before >> log'), after: shell('echo after >> log') }

/** A repository that writes its snapshots to the same log as the hooks. */
function repository(overrides: Partial<BackupParts['repository']> = {}): BackupParts['repository'] {
  const taken = new Set<string>()
  return {
    ensure: async () => undefined,
    find: async (host) => (taken.has(host) ? { id: host, time: '' } : undefined),
    async backUp(host) {
      await runHook('before', hooksWith({ before: shell(`echo ${host} >> log`) }))
      taken.add(host)
    },
    statistics: async () => ({ total_size: 1, total_file_count: 1 }),
    forget: async () => undefined,
    findDamage: async () => undefined,
    ...overrides,
  }
}

const run = (hooks: Partial<Hooks>, overrides?: Partial<BackupParts['repository']>) =>
  backUp(operation, [{ name: 'data', path: cwd }], { repository: repository(overrides), hooks: hooksWith(hooks) })

describe('backup hooks', () => {
  it('run before and after the snapshot', async () => {
    expect(await run(noted)).toEqual({ files: 1, bytes: 1 })
    expect(await log()).toEqual(['before', 'shop.db_db-0.data', 'after'])
  })

  it('prevent the snapshot if `before` fails; `after` still runs', async () => {
    const before = shell('echo "no such database" >&2; exit 3')
    await expect(run({ ...noted, before })).rejects.toThrow(
      'the command before the snapshot, "sh", ended with 3: no such database',
    )
    expect(await log()).toEqual(['after'])
  })

  it('run `after` when the snapshot failed, and the error of the snapshot is reported', async () => {
    const fails = { backUp: () => Promise.reject(new Error('connection refused')) }
    await expect(run({ ...noted, after: shell('echo after >> log; exit 1') }, fails)).rejects.toThrow(
      'connection refused',
    )
    expect(await log()).toEqual(['before', 'after'])
  })

  it('skip `before` if the snapshot exists already, but run `after`, which a killed agent may have missed', async () => {
    await run(noted, { find: async () => ({ id: 'x', time: '' }) })
    expect(await log()).toEqual(['after'])
  })

  it('have the values of their Secret redacted from quoted output, also when the quote is truncated', async () => {
    const secrets = ['hunter22', 'first line\nsecond line', '$&', '5432']
    const before = shell(`printf 'PGPASSWORD=hunter22 second line port 543 %0493d hunter22' 0 >&2; exit 1`)
    const failure = await run({ before, secrets }).catch((error: unknown) => String(error))
    expect(failure).toMatch(/ ended with 1: .*0 \*\*\*$/)
    expect(failure).not.toMatch(/hunter|unter22|nter22|second line/)
    const short = shell("echo 'PGPASSWORD=hunter22, second line, port 543' >&2; exit 1")
    await expect(run({ before: short, secrets })).rejects.toThrow('PGPASSWORD=***, ***, port 543')
  })

  it('are named in the error if they cannot be started', async () => {
    await expect(run({ before: ['no-such-program'] })).rejects.toThrow('"no-such-program", could not be started')
  })

  it('are killed with their child processes when they exceed the timeout', async () => {
    const clock = new VirtualClock()
    const endless = `"${process.execPath}" -e "setInterval(() => {}, 1e8)"`
    const hooks = hooksWith({ before: shell(`trap "" TERM; ${endless} & echo $! > child; wait`) })
    const ended = runHook('before', hooks, { clock }).catch((error: unknown) => error)
    await expect.poll(() => readFile(join(cwd, 'child'), 'utf8').catch(() => '')).toMatch(/\d+\n/)
    const pid = Number(await readFile(join(cwd, 'child'), 'utf8'))
    await clock.advance('1m')
    expect(String(await ended)).toContain('took more than 60 seconds')
    await expect.poll(() => isAlive(pid)).toBe(false)
  })
})

async function isAlive(pid: number): Promise<boolean> {
  const status = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined)
  return status !== undefined && !/\) [ZX] /.test(status)
}

describe('the settings of backup hooks', () => {
  const variables = {
    ...environment,
    BACKUP_VOLUME_0: 'data',
    BACKUP_PATH_0: '/backup/0',
    BACKUP_BEFORE: '["pg_dump","-f","/backup/0/dump"]',
    HOOK_PGPASSWORD: 'secret',
    HOOK_PATH: '/somewhere',
    NODE_OPTIONS: '--inspect',
    ...Object.fromEntries(
      ['RESTIC_REPOSITORY', 'RESTIC_PASSWORD', 'AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'AGENT_TOKEN'].map(
        (name) => [name, 'x'],
      ),
    ),
  }

  it("contain the variables of the hooks' Secret and no secret of the repository", () => {
    expect(readAgentSettings(variables).hooks).toEqual({
      before: ['pg_dump', '-f', '/backup/0/dump'],
      timeoutMs: 600_000,
      cwd: '/backup/0',
      environment: { PATH: '/somewhere', PGPASSWORD: 'secret', BACKUP_VOLUME_0: 'data', BACKUP_PATH_0: '/backup/0' },
      secrets: ['secret', '/somewhere'],
    })
  })

  it('are not passed to restic', () => {
    expect(readAgentSettings(variables).environment).not.toHaveProperty('PGPASSWORD')
  })

  it.each(['"pg_dump"', '[]', '[1]'])('are refused if the command is %s', (text) => {
    expect(() => readAgentSettings({ ...variables, BACKUP_BEFORE: text })).toThrow(
      'BACKUP_BEFORE is not a list of words',
    )
  })
})
