/** Tells when the sources of a project change. Folders are watched one by one, so that dependencies cost nothing. */
import { type FSWatcher, watch } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock } from '@kubewright/core'

export interface SourceWatchOptions {
  readonly folders: readonly string[]
  readonly clock: Clock
  /** Editors write a file in several steps: this much quiet makes one change of them. */
  readonly quietMs?: number
  /** Called with what changed, once it is quiet. */
  onChange(paths: readonly string[]): void
}

const ignored = new Set(['node_modules', '.git', '.kubewright', 'dist', 'coverage'])
const source = /\.(?:[cm]?[jt]s|json|ya?ml)$/

/** Resolves once everything is watched. */
export async function watchSources(options: SourceWatchOptions): Promise<Disposable> {
  const watching = new SourceWatch(options)
  for (const folder of options.folders) await watching.add(folder)
  return watching
}

class SourceWatch implements Disposable {
  readonly #options: SourceWatchOptions
  readonly #watchers = new Map<string, FSWatcher>()
  readonly #changed = new Set<string>()
  #timer: Disposable | undefined
  #isOver = false

  constructor(options: SourceWatchOptions) {
    this.#options = options
  }

  /** The folder and everything below it. One that went away meanwhile is nothing to watch. */
  async add(folder: string): Promise<void> {
    if (this.#isOver || this.#watchers.has(folder)) return
    const entries = await readdir(folder, { withFileTypes: true }).catch(() => undefined)
    if (entries === undefined || this.#isOver || this.#watchers.has(folder)) return
    const watcher = watch(folder, (_, name) => name !== null && this.#heard(folder, name))
    watcher.on('error', () => this.#forget(folder))
    this.#watchers.set(folder, watcher)
    const below = entries.filter((entry) => entry.isDirectory() && !ignored.has(entry.name))
    await Promise.all(below.map(({ name }) => this.add(join(folder, name))))
  }

  [Symbol.dispose](): void {
    this.#isOver = true
    this.#timer?.[Symbol.dispose]()
    for (const watcher of this.#watchers.values()) watcher.close()
  }

  #heard(folder: string, name: string): void {
    if (ignored.has(name)) return
    const path = join(folder, name)
    if (!source.test(name)) return void this.add(path) // perhaps a new folder
    this.#changed.add(path)
    this.#timer?.[Symbol.dispose]()
    this.#timer = this.#options.clock.schedule(this.#options.quietMs ?? 100, () => this.#tell())
  }

  #tell(): void {
    const paths = [...this.#changed]
    this.#changed.clear()
    this.#options.onChange(paths)
  }

  #forget(folder: string): void {
    this.#watchers.get(folder)?.close()
    this.#watchers.delete(folder)
  }
}
