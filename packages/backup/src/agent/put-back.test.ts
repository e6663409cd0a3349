import { mkdir, mkdtemp, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { putBack, RestoreRefusal } from './put-back.ts'
import { ResticFailure } from './restic.ts'

const operation = { kind: 'restore', backup: 'monday', owner: 'shop.db', source: 'db-0' } as const
const backedUp = { 'users/ada': 'Ada', 'users/bob': 'Bob', settings: 'a=1' }

let path: string
beforeEach(async () => {
  path = await mkdtemp(join(tmpdir(), 'put-back-'))
  await write(path, { 'users/ada': 'damaged', 'new-since': 'x' })
})
afterEach(() => rm(path, { recursive: true, force: true }))

async function write(root: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, name)), { recursive: true })
    await writeFile(join(root, name), text)
  }
}

/** The contents of every file by its path. */
async function filesIn(root: string): Promise<object> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  return Object.fromEntries(
    await Promise.all(files.map(async (file) => [file.slice(root.length + 1), await readFile(file, 'utf8')])),
  )
}

function repository(overrides: object = {}) {
  return {
    isReachable: async () => true,
    unlock: async () => undefined,
    find: async () => ({ id: 'abc', time: '' }),
    findDamage: async (): Promise<string | undefined> => undefined,
    assertUsable: async () => undefined,
    restore: (_: string, target: string) => write(target, backedUp),
    ...overrides,
  }
}

const identity = { restore: 'restore-1', key: 'token' }
const restore = (overrides?: object, more: { readonly restore?: string; readonly key?: string } = {}) =>
  putBack(operation, [{ name: 'data', path }], { repository: repository(overrides), ...identity, ...more })

/** Stages the backup and fails before anything is replaced: the second volume cannot be read. Returns the staging directory. */
async function stageOnly(): Promise<string> {
  const volumes = [
    { name: 'data', path },
    { name: 'logs', path: join(path, '.kubewright-restore', 'logs') },
  ]
  let count = 0
  const dies = async (_: string, target: string) => {
    if (count++ > 0) throw new Error('killed')
    await write(target, backedUp)
  }
  await putBack(operation, volumes, { repository: repository({ restore: dies }), ...identity }).catch(() => undefined)
  await rm(volumes[1]!.path, { recursive: true })
  const staging = join(path, '.kubewright-restore')
  return join(staging, (await readdir(staging)).find((name) => name.startsWith('new-'))!)
}

describe('a restore', () => {
  it('replaces the contents of the volume with the backup', async () => {
    expect(await restore()).toMatchObject({ files: 2 })
    expect(await filesIn(path)).toEqual(backedUp)
  })

  it('starts over after a crash while staging, and leaves nothing of the first attempt', async () => {
    const dies = async (_: string, target: string) => {
      await write(target, { 'users/ada': 'half' })
      // The process was killed: its temporary files stay.
      await rename(dirname(target), `${dirname(target)}.crash`)
      throw new Error('killed')
    }
    await restore({ restore: dies }).catch(() => undefined)
    await rename(join(path, '.kubewright-restore.crash'), join(path, '.kubewright-restore'))
    expect(await filesIn(path)).toMatchObject({ 'users/ada': 'damaged' })
    await restore()
    expect(await filesIn(path)).toEqual(backedUp)
  })

  it('resumes after a crash between two renames, even if the workload recreated an entry meanwhile', async () => {
    const staged = await stageOnly()
    const staging = dirname(staged)
    await rename(join(staged, 'settings'), join(path, 'settings'))
    await mkdir(join(staging, 'old-1'))
    await rename(join(path, 'users'), join(staging, 'old-1/users'))
    await write(path, { 'users/ada': 'made again' })
    await restore({ restore: () => Promise.reject(new Error('read again')) })
    expect(await filesIn(path)).toEqual(backedUp)
  })

  it.each([
    ['the staging directory', (target: string) => target],
    ['the parent of the staging directory', (target: string) => dirname(target)],
  ])('fails and starts over if the workload replaced %s by a symbolic link', async (_, placeOf) => {
    const elsewhere = await mkdtemp(join(tmpdir(), 'elsewhere-'))
    const follows = async (_snapshot: string, target: string) => {
      const place = placeOf(target)
      await rename(place, `${place}.away`)
      await symlink(elsewhere, place)
      await write(target, backedUp)
    }
    await expect(restore({ restore: follows })).rejects.toThrow(/put a link there/)
    expect(await filesIn(path)).toMatchObject({ 'users/ada': 'damaged', 'new-since': 'x' })
    await rm(elsewhere, { recursive: true })
    await rm(join(path, '.kubewright-restore.away'), { recursive: true, force: true })
    await restore()
    expect(await filesIn(path)).toEqual(backedUp)
  })

  it.each([
    ['without a signature', () => ({ directory: 'new-1', entries: ['settings', 'users'], snapshot: 'abc' })],
    ['that names another directory', (mark: object) => ({ ...mark, directory: '../forged' })],
    ['with other entries', (mark: object) => ({ ...mark, entries: [] })],
    ['of another snapshot', (mark: object) => ({ ...mark, snapshot: 'def' })],
    ['that is not an object', () => 'x'],
  ])('does not resume from a marker file %s, and stages the backup again', async (_, forge) => {
    await write(await stageOnly(), { 'users/ada': 'changed' })
    const file = join(path, '.kubewright-restore/monday.json')
    await write(path, { '.kubewright-restore/new-1/users/ada': 'forged', 'forged/users/ada': 'forged' })
    await writeFile(file, JSON.stringify(forge(JSON.parse(await readFile(file, 'utf8')) as object)))
    await restore()
    expect(await filesIn(path)).toEqual(backedUp)
  })

  it.each([
    ['another restore', { restore: 'restore-2' }],
    ['an agent with another token', { key: 'other' }],
  ])('does not resume from the marker file of %s', async (_, other) => {
    const staged = await stageOnly()
    await write(staged, { 'users/ada': 'changed' })
    await restore({}, other)
    expect(await filesIn(path)).toEqual(backedUp)
  })

  it.each([
    ['has no such backup', { find: async () => undefined }, /has no backup monday/],
    ['is damaged', { findDamage: async () => 'pack 12ab is damaged' }, /nothing was changed: pack 12ab is damaged/],
    [
      'cannot be read to its end',
      { restore: () => Promise.reject(new ResticFailure('restic restore ended with 1: pack 12ab')) },
      /is damaged, nothing was changed: restic restore ended/,
    ],
    [
      'needs more space than the volume has',
      { restore: () => Promise.reject(new ResticFailure('write: no space left on device')) },
      /no room for the backup/,
    ],
  ])('from a repository that %s is refused, and changes nothing', async (_, overrides, reason) => {
    const before = await filesIn(path)
    const failure = await restore(overrides).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(RestoreRefusal)
    expect((failure as Error).message).toMatch(reason)
    expect(await filesIn(path)).toEqual(before)
  })

  it.each([
    ['is unreachable', { isReachable: async () => false }],
    [
      'is locked by another process',
      {
        findDamage: () => Promise.reject(new Error('the repository is in use')),
      },
    ],
  ])('from a repository that %s is retried, not refused', async (_, overrides) => {
    const before = await filesIn(path)
    const failure = await restore(overrides).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(Error)
    expect(failure).not.toBeInstanceOf(RestoreRefusal)
    expect(await filesIn(path)).toEqual(before)
    await restore()
    expect(await filesIn(path)).toEqual(backedUp)
  })
})
