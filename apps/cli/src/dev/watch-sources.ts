/** Watches the sources of a project. Each folder has its own watch, so that dependencies are not watched. */
import { type FSWatcher, watch } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { basename, join, sep } from 'node:path'
import type { Clock } from '@kubewright/core'

export interface SourceWatchOptions {
  readonly folders: readonly string[]
  readonly clock: Clock
  /** Debounce: editors write a file in several steps. @default 100 */
  readonly quietMs?: number
  /** The longest delay of a report while changes keep coming. @default 1000 */
  readonly patienceMs?: number
  /** Called with the changed paths after the debounce. */
  onChange(paths: readonly string[]): void
  /** One of `folders` was removed. It is polled for until it is back. */
  onLost?(folder: string): void
}

const ignored = new Set(['node_modules', '.git', '.kubewright', 'dist', 'coverage'])
const source = /\.(?:[cm]?[jt]s|json|ya?ml)$/
/** The polling interval for a removed folder. */
const lookMs = 500

/** Resolves once everything is watched. */
export async function watchSources(options: SourceWatchOptions): Promise<Disposable> {
  const watching = new SourceWatch(options)
  for (const folder of options.folders) await watching.begin(folder)
  return watching
}

interface Watched {
  readonly watcher: FSWatcher
  /** Tells a recreated folder from the original. */
  readonly inode: number
}

class SourceWatch implements Disposable {
  readonly #options: SourceWatchOptions
  readonly #watched = new Map<string, Watched>()
  readonly #changed = new Set<string>()
  /** The removed ones of `folders`. */
  readonly #lost = new Set<string>()
  readonly #timers = new Map<string, Disposable>()
  /** The time of the first unreported change. */
  #since: number | undefined
  #isOver = false

  constructor(options: SourceWatchOptions) {
    this.#options = options
  }

  /** Watches the folder and everything below it. A missing folder is polled for. */
  async begin(folder: string): Promise<void> {
    await this.#add(folder)
    if (!this.#watched.has(folder)) this.#lookFor(folder)
  }

  [Symbol.dispose](): void {
    this.#isOver = true
    for (const timer of this.#timers.values()) timer[Symbol.dispose]()
    for (const { watcher } of this.#watched.values()) watcher.close()
  }

  /** Returns whether a new watch was added. */
  async #add(folder: string): Promise<boolean> {
    const [entries, found] = await Promise.all([
      readdir(folder, { withFileTypes: true }).catch(() => undefined),
      stat(folder).catch(() => undefined),
    ])
    if (this.#isOver) return false
    const known = this.#watched.get(folder)
    if (entries === undefined || found === undefined) {
      if (known !== undefined) this.#forget(folder)
      return false
    }
    if (known?.inode === found.ino) return false
    this.#forget(folder)
    try {
      const watcher = watch(folder, (_, name) => this.#heard(folder, name ?? ''))
      watcher.on('error', () => this.#forget(folder))
      this.#watched.set(folder, { watcher, inode: found.ino })
    } catch {
      return false // removed in the meantime
    }
    const below = entries.filter((entry) => entry.isDirectory() && !ignored.has(entry.name))
    await Promise.all(below.map(({ name }) => this.#add(join(folder, name))))
    return true
  }

  #heard(folder: string, name: string): void {
    if (this.#options.folders.includes(folder)) void this.#checkRoot(folder)
    if (name === '' || ignored.has(name)) return
    if (name === basename(folder)) void this.#addAnew(folder) // a folder reports its own removal under its own name
    const path = join(folder, name)
    if (source.test(name)) this.#note(path)
    else void this.#addLate(path) // perhaps a new or a removed folder
  }

  /** A new folder counts as a change, because its files are new. */
  async #addLate(folder: string): Promise<void> {
    if (await this.#add(folder)) this.#note(folder)
  }

  /** Always replaces the watch: a recreated folder may have the same inode. */
  async #addAnew(folder: string): Promise<void> {
    this.#forget(folder)
    await this.#addLate(folder)
  }

  async #checkRoot(folder: string): Promise<void> {
    const isThere = await stat(folder).catch(() => undefined)
    if (this.#isOver || isThere !== undefined || this.#lost.has(folder)) return
    this.#lost.add(folder)
    this.#forget(folder)
    this.#options.onLost?.(folder)
    this.#lookFor(folder)
  }

  #lookFor(folder: string): void {
    const look = async () => {
      if (await this.#add(folder)) {
        this.#lost.delete(folder)
        return this.#note(folder)
      }
      if (!this.#isOver) this.#lookFor(folder)
    }
    this.#schedule(`look for ${folder}`, lookMs, () => void look())
  }

  #note(path: string): void {
    const { clock, quietMs = 100, patienceMs = 1_000 } = this.#options
    this.#changed.add(path)
    this.#since ??= clock.elapsed()
    const left = this.#since + patienceMs - clock.elapsed()
    this.#schedule('tell', Math.max(0, Math.min(quietMs, left)), () => this.#tell())
  }

  #tell(): void {
    const paths = [...this.#changed]
    this.#changed.clear()
    this.#since = undefined
    this.#options.onChange(paths)
  }

  /** Replaces the pending timer of that name. */
  #schedule(name: string, ms: number, run: () => void): void {
    this.#timers.get(name)?.[Symbol.dispose]()
    if (this.#isOver) return
    this.#timers.set(name, this.#options.clock.schedule(ms, run))
  }

  /** Includes everything below it. */
  #forget(folder: string): void {
    for (const [path, { watcher }] of this.#watched) {
      if (path !== folder && !path.startsWith(`${folder}${sep}`)) continue
      watcher.close()
      this.#watched.delete(path)
    }
  }
}
