/** A directory for one test, with the files it needs. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

export interface TemporaryDirectory extends AsyncDisposable {
  readonly path: string
  /** The full path of a file in it. */
  file(name: string): string
  /** Writes a file and resolves to its full path. */
  write(name: string, text: string, mode?: number): Promise<string>
}

export async function temporaryDirectory(files: Readonly<Record<string, string>> = {}): Promise<TemporaryDirectory> {
  const path = await mkdtemp(join(tmpdir(), 'kubewright-'))
  const directory: TemporaryDirectory = {
    path,
    file: (name) => join(path, name),
    async write(name, text, mode = 0o600) {
      const file = join(path, name)
      await mkdir(dirname(file), { recursive: true })
      await writeFile(file, text, { mode })
      return file
    },
    async [Symbol.asyncDispose]() {
      await rm(path, { recursive: true, force: true })
    },
  }
  for (const [name, text] of Object.entries(files)) await directory.write(name, text)
  return directory
}
