import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { randomInt, seededRandom } from '@kubewright/core/random'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Store } from '../store.ts'
import { openDataDirectory } from './data-directory.ts'
import { bodyOf } from './testing/written-object.ts'

const writer = join(import.meta.dirname, 'testing/writer.ts')
const typescript = ['--import', 'tsx', '--conditions=@kubewright/source']

/** Per key: the last acknowledged state, and the states written after it. */
interface Said {
  acknowledged: string
  tried: string[]
}

/** Reads the output of the process, and kills it after `lines` lines. */
async function listenAndKill(child: ChildProcess, said: Map<string, Said>, lines: number): Promise<void> {
  const ended = new Promise((resolve) => child.once('close', resolve))
  let count = 0
  for await (const line of createInterface({ input: child.stdout! })) {
    const [word, key = '', ...state] = line.split(' ')
    const known = said.get(key) ?? { acknowledged: 'none', tried: [] }
    if (word === 'try') known.tried.push(state.join(' '))
    if (word === 'ack') {
      known.acknowledged = state.join(' ')
      known.tried = known.tried.slice(known.tried.indexOf(known.acknowledged) + 1)
    }
    if (word === 'try' || word === 'ack') said.set(key, known)
    if (++count === lines) child.kill('SIGKILL')
  }
  await ended
}

/** Compares every key with its acknowledged and attempted states. */
async function problemsOf(path: string, said: Map<string, Said>): Promise<string[]> {
  const { journal } = await openDataDirectory(path)
  const store = new Store({ journal, labelsOf: () => undefined })
  const pods = store.collection('pods')
  const problems: string[] = []
  for (const [key, { acknowledged, tried }] of said) {
    const version = pods.read(key)
    const found = version === undefined ? 'removed' : `${version.revision} put`
    const fits = (state: string) => (version === undefined ? /none|removed/.test(state) : state === found)
    const isKnown = [acknowledged, ...tried].some(fits)
    if (!isKnown) problems.push(`${key} is ${found}, after ${acknowledged} and then ${tried.join(', ')}`)
    if (version !== undefined && version.object.text !== bodyOf(key, version.revision)) problems.push(`${key} is torn`)
    said.set(key, { acknowledged: version === undefined ? '0 removed' : found, tried: [] })
  }
  await store[Symbol.asyncDispose]()
  return problems
}

describe('a process killed during writes', () => {
  let path: string
  beforeAll(async () => {
    path = await mkdtemp(join(tmpdir(), 'kubewright-kill-'))
  })
  afterAll(() => rm(path, { recursive: true }))

  it('loses no acknowledged write and leaves no partial write', { timeout: 60_000 }, async () => {
    const random = seededRandom(20)
    const said = new Map<string, Said>()
    for (let round = 1; round <= 6; round++) {
      const child = spawn(process.execPath, [...typescript, writer, path, String(round)], {
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      await listenAndKill(child, said, 1 + randomInt(random, 3_000))
      expect(await problemsOf(path, said)).toEqual([])
    }
    expect(said.size).toBe(40)
  })
})
