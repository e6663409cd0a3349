/** A temporary directory for one test. */
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface ScratchDirectory extends AsyncDisposable {
  readonly path: string
  /** Writes an executable shell script and returns its path. */
  script(name: string, body: string): Promise<string>
}

export async function createScratchDirectory(): Promise<ScratchDirectory> {
  const path = await mkdtemp(join(tmpdir(), 'kubewright-scratch-'))
  return {
    path,
    async script(name, body) {
      const file = join(path, name)
      await writeFile(file, `#!/bin/sh\n${body}\n`)
      await chmod(file, 0o755)
      return file
    },
    [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }),
  }
}
