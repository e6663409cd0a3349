import { execFile } from 'node:child_process'
import { chmod, copyFile, mkdir, mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Store } from '../store.ts'
import { openDataDirectory } from './data-directory.ts'

const textAt = (value: string) => (revision: number) => ({ text: `${value}@${revision}`, labels: undefined })

let path: string
beforeEach(async () => {
  path = await mkdtemp(join(tmpdir(), 'kubewright-data-'))
})
afterEach(() => rm(path, { recursive: true }))

async function openStore(): Promise<Store> {
  const { journal } = await openDataDirectory(path)
  return new Store({ journal, labelsOf: () => undefined })
}

/** Opens the directory, lets `use` change the store, and closes it. */
async function withStore(use: (store: Store) => void | Promise<void>): Promise<void> {
  const store = await openStore()
  await use(store)
  await store[Symbol.asyncDispose]()
}

const writeSome = (count: number, size = 10) =>
  withStore(async (store) => {
    for (let index = 0; index < count; index++) {
      store.collection('pods').put(`default/p${index}`, undefined, textAt('x'.repeat(size)))
      await store.settled()
    }
  })

/** The error of opening the directory, or 'opened'. */
async function complaint(): Promise<string> {
  try {
    const { journal } = await openDataDirectory(path)
    await journal[Symbol.asyncDispose]()
    return 'opened'
  } catch (error) {
    const { code, message } = error as Error & { code: string }
    return `${code} ${message.replaceAll(path, 'DIR')}`
  }
}

const engineFile = async (ending: string) => {
  const name = (await readdir(join(path, 'objects'))).find((file) => file.endsWith(ending))
  return join(path, 'objects', name!)
}

describe('a data directory', { timeout: 30_000 }, () => {
  it('stores every object with its revision, and the newest revision', async () => {
    await withStore((store) => {
      const pods = store.collection('pods')
      pods.put('default/a', undefined, textAt('ä€😀\n'))
      pods.put('default/b', undefined, textAt('gone'))
      store.collection('clusterroles.rbac.authorization.k8s.io').put('system:a b', undefined, textAt('role'))
      pods.remove('default/b', 3, textAt('gone'))
    })
    await withStore((store) => {
      expect(store.revision).toBe(5)
      const found = store.collections().map(({ name }) => name)
      expect(found.sort()).toEqual(['clusterroles.rbac.authorization.k8s.io', 'pods'])
      const all = store.collections().flatMap((collection) => collection.range({}).versions)
      expect(new Set(all.map(({ key, revision, object }) => [key, revision, object.text]))).toEqual(
        new Set([
          ['default/a', 2, 'ä€😀\n@2'],
          ['system:a b', 4, 'role@4'],
        ]),
      )
    })
  })

  it('stores CA and service account key privately, and returns them on the next start', async () => {
    const first = await openDataDirectory(path)
    await first.journal[Symbol.asyncDispose]()
    const second = await openDataDirectory(path)
    await second.journal[Symbol.asyncDispose]()
    expect(second.authority.certificate).toBe(first.authority.certificate)
    expect(second.serviceAccountKey.equals(first.serviceAccountKey)).toBe(true)
    for (const name of ['authority.key', 'service-accounts.key']) {
      expect((await stat(join(path, name))).mode & 0o777).toBe(0o600)
    }
  })

  it('is locked by one server at a time', async () => {
    await withStore(async () => {
      expect(await complaint()).toBe(
        'KW_STORAGE_LOCKED Cannot keep objects in DIR/objects: another server uses it. Stop that server, or use another directory.',
      )
    })
    expect(await complaint()).toBe('opened')
  })

  it('is created if missing, and completed after an interrupted first start', async () => {
    const inner = join(path, 'deep', 'er')
    const { journal } = await openDataDirectory(inner)
    await journal[Symbol.asyncDispose]()
    expect((await stat(inner)).mode & 0o777).toBe(0o700)
    await rm(join(inner, 'kubewright.json'))
    await (await openDataDirectory(inner)).journal[Symbol.asyncDispose]()
  })

  it('drops an unacknowledged write that was truncated by a crash', async () => {
    const [mark, before] = [join(path, 'acknowledged'), join(path, 'objects.before')]
    await withStore(async (store) => {
      for (let index = 0; index < 5; index++) {
        if (index === 4) await copyFile(mark, before)
        store.collection('pods').put(`default/p${index}`, undefined, textAt('x'.repeat(10)))
        await store.settled()
      }
    })
    const log = await engineFile('.log')
    const { size } = await stat(log)
    await truncate(log, size - 7)
    await copyFile(before, mark)
    await withStore((store) => {
      expect(
        store
          .collection('pods')
          .range({})
          .versions.map(({ key }) => key),
      ).toEqual(['default/p0', 'default/p1', 'default/p2', 'default/p3'])
      expect(store.revision).toBe(5)
    })
  })

  it.each([
    {
      name: 'that contains foreign files',
      damage: () => writeFile(join(path, 'diary.txt'), 'dear diary'),
      says: 'KW_STORAGE_DIRECTORY Cannot keep objects in DIR: it is not empty and not a data directory: it contains diary.txt. Use a directory that is empty or does not exist yet.',
    },
    {
      name: 'of a newer format',
      damage: () => writeFile(join(path, 'kubewright.json'), '{"format":2}'),
      says: 'KW_STORAGE_FORMAT Cannot read the objects in DIR: its format is 2, and this version reads 1. Use the version of Kubewright that wrote it.',
    },
    {
      name: 'without format marker',
      damage: () => writeFile(join(path, 'kubewright.json'), 'null'),
      says: 'KW_STORAGE_CORRUPT Cannot read the objects in DIR: kubewright.json has no valid format number. Restore the directory from a backup, or remove it.',
    },
  ])('refuses a directory $name', async ({ damage, says }) => {
    await damage()
    expect(await complaint()).toBe(says)
  })

  it('refuses a path that is a file', async () => {
    const file = join(path, 'file')
    await writeFile(file, '')
    await expect(openDataDirectory(file)).rejects.toMatchObject({ code: 'KW_STORAGE_DIRECTORY' })
    await expect(openDataDirectory(join(file, 'below'))).rejects.toMatchObject({ code: 'KW_STORAGE_DIRECTORY' })
  })

  it('detects a lost write in the middle of the log', async () => {
    await writeSome(40, 2_000)
    const log = await engineFile('.log')
    const bytes = await readFile(log)
    bytes.fill(0x21, 40_000, 40_100)
    await writeFile(log, bytes)
    expect(await complaint()).toBe(
      'KW_STORAGE_CORRUPT Cannot read the objects in DIR/objects: it is damaged: 40 objects were written, and not all of them are there unchanged. Restore the directory from a backup, or remove it to start with an empty store.',
    )
  })

  it.each(['CURRENT', 'MANIFEST-000002', 'all'])('detects a missing storage engine file: %s', async (name) => {
    await writeSome(3)
    await (name === 'all' ? rm(join(path, 'objects'), { recursive: true }) : rm(join(path, 'objects', name)))
    expect(await complaint()).toMatch(/^KW_STORAGE_CORRUPT Cannot read the objects in DIR\/objects: it is damaged: /)
  })

  it('detects a corrupted table file', async () => {
    await writeSome(60, 2_000)
    // Opening compacts the log into a table, whose checksum reads do not verify.
    await writeSome(0)
    const table = await engineFile('.ldb')
    const bytes = await readFile(table)
    bytes.fill(0x21, 60, 70)
    await writeFile(table, bytes)
    expect(await complaint()).toMatch(/^KW_STORAGE_CORRUPT Cannot read the objects in DIR\/objects: it is damaged: /)
  })

  it('does not quote a corrupted key', async () => {
    await writeSome(0)
    await writeFile(join(path, 'service-accounts.key'), 'MIGHAgEAMBMG')
    expect(await complaint()).toBe(
      'KW_STORAGE_CORRUPT Cannot read service-accounts.key in DIR: the file was changed by another program. Restore service-accounts.key from a backup. Or remove it: the server creates another one, and rejects tokens and certificates of the old one.',
    )
  })

  const lost = (there: number) =>
    `KW_STORAGE_CORRUPT Cannot read the objects in DIR: writes up to revision 6 were acknowledged, and the newest one found is ${there}. Restore the whole directory from a backup. To accept the loss and continue with the objects that are there, remove the file acknowledged in DIR.`

  it.each([
    { name: 'truncated', damage: (bytes: Buffer) => bytes.subarray(0, -7) },
    { name: 'corrupted by one bit', damage: (bytes: Buffer) => bytes.with(-30, bytes.at(-30)! ^ 1) },
  ])('refuses to lose an acknowledged write when the end of the log is $name', async ({ damage }) => {
    await writeSome(5)
    const log = await engineFile('.log')
    await writeFile(log, damage(await readFile(log)))
    expect(await complaint()).toBe(lost(5))
    expect(await complaint()).toBe(lost(5))
    await rm(join(path, 'acknowledged'))
    await withStore((store) => expect(store.revision).toBe(5))
    expect(await complaint()).toBe('opened')
  })

  it('refuses to lose acknowledged writes when the log is removed', async () => {
    await writeSome(0)
    await writeSome(5)
    await rm(await engineFile('.log'))
    expect(await complaint()).toMatch(/^KW_STORAGE_CORRUPT /)
  })

  it.each([
    {
      name: 'truncated in one slot by a crash',
      damage: (text: string) => text.slice(0, 128) + 'x'.repeat(128),
      isFine: true,
    },
    { name: 'emptied', damage: () => '', isFine: false },
    { name: 'modified', damage: (text: string) => text.replaceAll(/\d/g, '7'), isFine: false },
  ])('detects an acknowledgement marker that is $name', async ({ damage, isFine }) => {
    await writeSome(5)
    const mark = join(path, 'acknowledged')
    await writeFile(mark, damage(await readFile(mark, 'utf8')))
    expect(await complaint()).toMatch(isFine ? /^opened$/ : /^KW_STORAGE_CORRUPT .*the file acknowledged is damaged/)
  })

  it.each(['authority.key', 'authority.crt', 'service-accounts.key', 'administrator.token'])(
    'detects a flipped bit in %s, and an emptied file',
    async (name) => {
      await writeSome(0)
      const file = join(path, name)
      const bytes = await readFile(file)
      const changed = Buffer.from(bytes)
      const middle = bytes.length >> 1
      changed.set([bytes[middle]! ^ 1], middle)
      await writeFile(file, changed)
      expect(await complaint()).toMatch(
        `KW_STORAGE_CORRUPT Cannot read ${name} in DIR: the file was changed by another program.`,
      )
      await writeFile(file, '')
      expect(await complaint()).toMatch(`KW_STORAGE_CORRUPT Cannot read ${name} in DIR: the file is empty.`)
      await rm(file)
      expect([await complaint(), await complaint()]).toEqual(['opened', 'opened'])
    },
  )

  it('from an earlier version gets digests and an acknowledgement marker', async () => {
    await writeSome(2)
    await rm(join(path, 'acknowledged'))
    await writeFile(join(path, 'kubewright.json'), '{"format":1}\n')
    await writeSome(0)
    expect(await readFile(join(path, 'kubewright.json'), 'utf8')).toMatch(/"administrator.token":"[0-9a-f]{64}"/)
    expect(await readdir(path)).toContain('acknowledged')
  })

  it.runIf(process.platform !== 'win32')('restricts permissions of existing directories and files', async () => {
    await writeSome(1)
    await chmod(path, 0o755)
    await chmod(join(path, 'objects'), 0o755)
    for (const name of await readdir(join(path, 'objects'))) await chmod(join(path, 'objects', name), 0o644)
    await chmod(join(path, 'administrator.token'), 0o644)
    const open = async (place: string) => ((await stat(place)).mode & 0o077) !== 0
    await writeSome(0)
    const other = join(path, 'other')
    await mkdir(other, { mode: 0o755 })
    await (await openDataDirectory(other)).journal[Symbol.asyncDispose]()
    const places = ['', 'objects', 'administrator.token', 'acknowledged', 'kubewright.json', 'other', 'other/objects']
    expect(await Promise.all(places.map((place) => open(join(path, place))))).toEqual(places.map(() => false))
  })
})

describe.runIf(process.platform !== 'win32')('a full disk', () => {
  it('rejects writes without showing them, and keeps the stored objects', { timeout: 30_000 }, async () => {
    const writer = join(import.meta.dirname, 'testing/writer.ts')
    const data = join(path, 'data')
    // No file may grow beyond 1 MiB: the engine's log reaches that first.
    const command = `ulimit -f 2048; trap '' XFSZ; exec "$0" --import tsx --conditions=@kubewright/source "$@"`
    const { stdout } = await promisify(execFile)('bash', ['-c', command, process.execPath, writer, data, '7', '400'], {
      maxBuffer: 2 ** 26,
    })
    const lines = stdout.split('\n')
    expect(lines.filter((line) => line.startsWith('error ')).at(0)).toContain('Cannot write a change to')
    const expected = new Map<string, string>()
    for (const line of lines) {
      const [word, key = '', revision = '', state = ''] = line.split(' ')
      if (word === 'ack' && state === 'put') expected.set(key, revision)
      if (word === 'ack' && state === 'removed') expected.delete(key)
    }
    const { journal } = await openDataDirectory(data)
    const pods = new Store({ journal, labelsOf: () => undefined }).collection('pods')
    const found = pods.range({}).versions.map(({ key, revision }) => [key, String(revision)])
    await journal[Symbol.asyncDispose]()
    expect(new Map(found as [string, string][])).toEqual(expected)
  })
})
