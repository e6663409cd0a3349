/**
 * A journal in LevelDB. The engine is an optional dependency, loaded when the first data directory is opened.
 *
 * Guarantees
 * - Appended changes are on the disk (`fsync`) before the append resolves.
 * - One server at a time has the directory.
 * - Damage is detected when the directory is opened: nothing is served that was not written, and no acknowledged write is missing
 *   unnoticed. Only unacknowledged writes may be missing from the end of the engine's log, as the acknowledged mark proves.
 *
 * See decision 0094.
 */
import { join } from 'node:path'
import type { ClassicLevel } from 'classic-level'
import { AcknowledgedMark, markName, readMark } from './acknowledged-mark.ts'
import type { Entry, Journal, JournalRecord } from '../journal.ts'
import { storageErrors } from './errors.ts'
import {
  formatState,
  objectRange,
  parseRecord,
  parseState,
  recordKey,
  recordValue,
  type State,
} from './level-record.ts'
import { stateKey } from './level-record.ts'
import { refuseFullDisk } from './free-space.ts'
import { digestAfter } from './state-digest.ts'

export interface LevelJournalOptions {
  /** Whether the directory may be empty. */
  readonly isNew: boolean
}

/**
 * @param path of the data directory
 *
 * Failure: rejects with `KW_STORAGE_LOCKED`, `_CORRUPT`, `_DIRECTORY` or `_ENGINE`.
 */
export async function openLevelJournal(path: string, { isNew }: LevelJournalOptions): Promise<Journal> {
  const database = await loadEngine(join(path, 'objects'), isNew)
  await openDatabase(database)
  try {
    const content = await readContent(database, isNew)
    if (!isNew) refuseLoss(path, content.state, await readMark(path))
    return new LevelJournal(database, content, await AcknowledgedMark.begin(path, content.state))
  } catch (error) {
    await database.close()
    throw error
  }
}

/** Failure: throws `KW_STORAGE_CORRUPT` if acknowledged writes are missing. */
function refuseLoss(path: string, { revision, digest }: State, mark: State | 'damaged' | undefined): void {
  if (mark === undefined) return
  if (mark !== 'damaged' && (mark.revision < revision || (mark.revision === revision && mark.digest === digest))) return
  const accept = `To accept the loss and continue with the objects that are there, remove the file ${markName} in ${path}.`
  throw storageErrors('KW_STORAGE_CORRUPT', {
    what: `read the objects in ${path}`,
    why: describeLoss(revision, mark),
    next: `Restore the whole directory from a backup. ${accept}`,
    details: { path, revision, ...(mark === 'damaged' ? {} : { acknowledged: mark.revision }) },
  })
}

function describeLoss(revision: number, mark: State | 'damaged'): string {
  if (mark === 'damaged')
    return `the file ${markName} is damaged, so it is unknown whether acknowledged writes are missing`
  if (mark.revision === revision) return `the objects at revision ${revision} are not those that were acknowledged`
  return `writes up to revision ${mark.revision} were acknowledged, and the newest one found is ${revision}`
}

class LevelJournal implements Journal {
  readonly #database: ClassicLevel
  readonly #mark: AcknowledgedMark
  /** Serializes appends and checks. */
  #last: Promise<void> = Promise.resolve()
  #loaded: Content | undefined
  #state: State
  /** After a failed write the engine refuses all further writes until it is reopened. */
  #isBroken = false
  #isClosed = false

  constructor(database: ClassicLevel, content: Content, mark: AcknowledgedMark) {
    this.#database = database
    this.#mark = mark
    this.#loaded = content
    this.#state = content.state
  }

  load() {
    const { records, state } = this.#loaded!
    // The store owns the records now; a second copy would stay in memory for as long as the server runs.
    this.#loaded = undefined
    return { revision: state.revision, records }
  }

  append(changes: readonly Entry[]): Promise<void> {
    return this.#inTurn(() => this.#append(changes))
  }

  check(): Promise<void> {
    return this.#inTurn(async () => {
      try {
        await refuseFullDisk(this.#database.location)
        if (!this.#isBroken) return
        await this.#reopen()
        await this.#database.put(stateKey, formatState(this.#state), { sync: true })
      } catch (error) {
        throw cannotWrite(this.#database.location, error)
      }
    })
  }

  #inTurn(work: () => Promise<void>): Promise<void> {
    const done = this.#last.then(work)
    this.#last = done.catch(() => undefined)
    return done
  }

  async #append(changes: readonly Entry[]): Promise<void> {
    const state = changes.reduce(stateAfter, this.#state)
    try {
      if (this.#isBroken) await this.#reopen()
      await this.#database.batch([...changes.map(operationOf), put(stateKey, formatState(state))], { sync: true })
      this.#state = state
      this.#mark.put(state)
    } catch (error) {
      this.#isBroken = true
      throw cannotWrite(this.#database.location, error)
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#isClosed) return
    this.#isClosed = true
    await this.#last
    await this.#database.close()
    this.#mark[Symbol.dispose]()
  }

  async #reopen(): Promise<void> {
    await this.#database.close()
    await this.#database.open()
    this.#isBroken = false
  }
}

const put = (key: string, value: string) => ({ type: 'put', key, value }) as const

function operationOf(change: Entry) {
  const { text, revision } = change
  const key = recordKey(change)
  return text === undefined ? ({ type: 'del', key } as const) : put(key, recordValue({ revision, text }))
}

function stateAfter({ revision, objects, digest }: State, change: Entry): State {
  const added = change.text === undefined ? undefined : change.revision
  return {
    revision: Math.max(revision, change.revision),
    objects: objects + (added === undefined ? 0 : 1) - (change.replaced === undefined ? 0 : 1),
    digest: digestAfter(digest, change.replaced, added),
  }
}

interface Content {
  readonly state: State
  readonly records: readonly JournalRecord[]
}

async function readContent(database: ClassicLevel, isNew: boolean): Promise<Content> {
  const written = await readAll(database)
  const kept = parseState(written.state)
  if (kept === undefined && isNew && written.records.length === 0) return begin(database)
  const found = written.records.reduce(
    ({ objects, digest }, { revision }) => ({ objects: objects + 1, digest: digestAfter(digest, undefined, revision) }),
    { objects: 0, digest: 0 },
  )
  if (kept === undefined)
    throw corrupt(database.location, 'the record of its revision and its number of objects is missing')
  if (found.objects !== kept.objects || found.digest !== kept.digest) {
    throw corrupt(database.location, `${kept.objects} objects were written, and not all of them are there unchanged`)
  }
  return { state: kept, records: written.records }
}

async function begin(database: ClassicLevel): Promise<Content> {
  const state = { revision: 1, objects: 0, digest: 0 }
  await database.put(stateKey, formatState(state), { sync: true })
  return { state, records: [] }
}

async function readAll(database: ClassicLevel): Promise<{ state: string | undefined; records: JournalRecord[] }> {
  const records: JournalRecord[] = []
  try {
    const state = await database.get(stateKey)
    for await (const [name, value] of database.iterator({ ...objectRange, highWaterMarkBytes: 1024 * 1024 })) {
      const record = parseRecord(name, value)
      if (record === undefined) throw new Error(`${name.slice(2)} is not as it was written`)
      records.push(record)
    }
    return { state, records }
  } catch (error) {
    throw corrupt(database.location, messageOf(error), error)
  }
}

async function loadEngine(path: string, isNew: boolean): Promise<ClassicLevel> {
  try {
    const engine = await import('classic-level')
    return new engine.ClassicLevel(path, { createIfMissing: isNew })
  } catch (cause) {
    throw storageErrors('KW_STORAGE_ENGINE', {
      what: `keep objects in ${path}`,
      why: 'the engine, classic-level, cannot be loaded here',
      next: 'Install it with `npm install classic-level`, or run without a data directory.',
      details: { path },
      cause,
    })
  }
}

async function openDatabase(database: ClassicLevel): Promise<void> {
  const path = database.location
  try {
    await database.open()
  } catch (error) {
    const cause = (error as { cause?: { code?: string } }).cause
    if (cause?.code === 'LEVEL_LOCKED') throw locked(path, error)
    // The engine has different messages for damaged and for missing files; both mean data loss.
    if (isDamage(messageOf(cause))) throw corrupt(path, messageOf(cause), error)
    throw storageErrors('KW_STORAGE_DIRECTORY', {
      what: `keep objects in ${path}`,
      why: messageOf(cause),
      next: 'Use a directory that can be written to.',
      details: { path },
      cause: error,
    })
  }
}

const isDamage = (message: string) => /corrupt|does not exist|missing|no such file/i.test(message)

function locked(path: string, cause: unknown): Error {
  return storageErrors('KW_STORAGE_LOCKED', {
    what: `keep objects in ${path}`,
    why: 'another server uses it',
    next: 'Stop that server, or use another directory.',
    details: { path },
    cause,
  })
}

function corrupt(path: string, why: string, cause?: unknown): Error {
  return storageErrors('KW_STORAGE_CORRUPT', {
    what: `read the objects in ${path}`,
    why: `it is damaged: ${why}`,
    next: 'Restore the directory from a backup, or remove it to start with an empty store.',
    details: { path },
    cause,
  })
}

function cannotWrite(path: string, cause: unknown): Error {
  return storageErrors('KW_STORAGE_WRITE', {
    what: `write a change to ${path}`,
    why: messageOf(cause),
    next: 'The request was rejected and changed nothing. Free disk space: writes then succeed again. Replace a failing disk.',
    details: { path },
    cause,
  })
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
