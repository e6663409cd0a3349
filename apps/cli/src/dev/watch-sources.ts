/** Tells when the sources of a project change. Folders are watched one by one, so that dependencies cost nothing. */
import { type FSWatcher, watch } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { basename, join, sep } from 'node:path'
import type { Clock } from '@kubewright/core'

export interface SourceWatchOptions {
  readonly folders: readonly string[]
  readonly clock: Clock
  /** Editors write a file in several steps: this much quiet makes one change of them. @default 100 */
  readonly quietMs?: number
  /** Where it never gets quiet, what has changed is told after this time all the same. @default 1000 */
  readonly patienceMs?: number
  /** Called with what changed, once it is quiet. */
  onChange(paths: readonly string[]): void
  /** One of `folders` has gone. It is looked for until it is back. */
  onLost?(folder: string): void
}

const ignored = new Set(['node_modules', '.git', '.kubewright', 'dist', 'coverage'])
const source = /\.(?:[cm]?[jt]s|json|ya?ml)$/
/** How often a folder that has gone is looked for. */
const lookMs = 500

/** Resolves once everything is watched. */
export async function watchSources(options: SourceWatchOptions): Promise<Disposable> {
  const watching = new SourceWatch(options)
  for (const folder of options.folders) await watching.begin(folder)
  return watching
}

interface Watched {
  readonly watcher: FSWatcher
  /** Which folder of that name it is: one that was made anew is another. */
  readonly inode: number
}

class SourceWatch implements Disposable {
  readonly #options: SourceWatchOptions
  readonly #watched = new Map<string, Watched>()
  readonly #changed = new Set<string>()
  /** Those of `folders` that have gone. */
  readonly #lost = new Set<string>()
  readonly #timers = new Map<string, Disposable>()
  /** When the first of what has changed did. */
  #since: number | undefined
  #isOver = false

  constructor(options: SourceWatchOptions) {
    this.#options = options
  }

  /** The folder and everything below it; one that is not there is looked for. */
  async begin(folder: string): Promise<void> {
    await this.#add(folder)
    if (!this.#watched.has(folder)) this.#lookFor(folder)
  }

  [Symbol.dispose](): void {
    this.#isOver = true
    for (const timer of this.#timers.values()) timer[Symbol.dispose]()
    for (const { watcher } of this.#watched.values()) watcher.close()
  }

  /** Returns whether there is a folder that was not watched before. */
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
      return false // gone in the meantime
    }
    const below = entries.filter((entry) => entry.isDirectory() && !ignored.has(entry.name))
    await Promise.all(below.map(({ name }) => this.#add(join(folder, name))))
    return true
  }

  #heard(folder: string, name: string): void {
    if (this.#options.folders.includes(folder)) void this.#checkRoot(folder)
    if (name === '' || ignored.has(name)) return
    if (name === basename(folder)) void this.#addAnew(folder) // so a folder tells that it goes itself
    const path = join(folder, name)
    if (source.test(name)) this.#note(path)
    else void this.#addLate(path) // perhaps a new folder, or one that has gone
  }

  /** What is in a folder that appears has changed, too. */
  async #addLate(folder: string): Promise<void> {
    if (await this.#add(folder)) this.#note(folder)
  }

  /** Another folder may be there by now, with nothing by which to tell it from the one that was. */
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

  /** Instead of whatever was to happen under that name. */
  #schedule(name: string, ms: number, run: () => void): void {
    this.#timers.get(name)?.[Symbol.dispose]()
    if (this.#isOver) return
    this.#timers.set(name, this.#options.clock.schedule(ms, run))
  }

  /** With everything below it. */
  #forget(folder: string): void {
    for (const [path, { watcher }] of this.#watched) {
      if (path !== folder && !path.startsWith(`${folder}${sep}`)) continue
      watcher.close()
      this.#watched.delete(path)
    }
  }
}
